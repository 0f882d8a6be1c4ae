/** Common path of all dashboard pages. */
export const HOME = '/reseller-dashboard';
