/** The local storage key of the visitor's theme. The page's first script reads it too. */
export const THEME_KEY = 'theme';
