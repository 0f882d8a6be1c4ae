import type { RouteTable } from '@leadping/contracts/remote';

/** Data only: the build publishes it with the release, `remote.tsx` puts a page to each entry. */
export const ROUTES = [
  { path: '/auth', page: 'auth' },
  { path: '/forgot-password', page: 'forgot-password' },
  { path: '/my', page: 'my' },
  { path: '/reset-password', page: 'reset-password' },
  { path: '/verify-email', page: 'verify-email' },
] as const satisfies RouteTable;
