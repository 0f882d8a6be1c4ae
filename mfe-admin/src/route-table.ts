import type { RouteTable } from '@leadping/contracts/remote';

/** Data only: the build publishes it with the release, `remote.tsx` puts a page to each entry. */
export const ROUTES = [
  { path: '/admin/*', page: 'admin', roles: ['admin', 'support'] },
] as const satisfies RouteTable;
