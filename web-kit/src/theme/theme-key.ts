/** Where local storage keeps the visitor's choice of theme; the page's first script reads it too. */
export const THEME_KEY = 'theme';
