import type { RouteTable, ViewTable } from '@leadping/contracts/remote';

/** Data only: the build publishes it with the release, and `remote.tsx` assigns a page to each entry. */
export const ROUTES = [
  { path: '/support', page: 'support-center' },
  { path: '/ticket', page: 'ticket' },
  { path: '/ticket/:ticketNumber', page: 'ticket' },
  { path: '/r/:slug/support', page: 'support-center' },
  { path: '/r/:slug/ticket/:ticketNumber', page: 'ticket' },
] as const satisfies RouteTable;

/** Our views in the dashboard of admins and support staff. */
export const VIEWS = [
  { slot: 'admin', slug: 'tickets', label: 'Support Tickets', page: 'desk', roles: ['admin', 'support'] },
] as const satisfies ViewTable;
