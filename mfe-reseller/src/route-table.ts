import type { RouteTable } from '@leadping/contracts/remote';

/** Data only: the build publishes it with the release, `remote.tsx` puts a page to each entry. */
export const ROUTES = [
  { path: '/reseller-dashboard/*', page: 'dashboard', roles: ['reseller', 'other'] },
] as const satisfies RouteTable;
