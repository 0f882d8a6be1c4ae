/** Where all pages of the dashboard begin. */
export const HOME = '/reseller-dashboard';
