import type { RouteTable } from '@leadping/contracts/remote';

/** Data only: the build publishes it with the release, `remote.tsx` puts a page to each entry. */
export const ROUTES = [
  { path: '/support', page: 'support-centre' },
  { path: '/ticket', page: 'ticket' },
  { path: '/ticket/:ticketNumber', page: 'ticket' },
] as const satisfies RouteTable;
