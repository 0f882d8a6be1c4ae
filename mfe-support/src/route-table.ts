import type { RouteTable, ViewTable } from '@leadping/contracts/remote';

/** Data only: the build publishes it with the release, `remote.tsx` puts a page to each entry. */
export const ROUTES = [
  { path: '/support', page: 'support-center' },
  { path: '/ticket', page: 'ticket' },
  { path: '/ticket/:ticketNumber', page: 'ticket' },
  { path: '/r/:slug/support', page: 'support-center' },
  { path: '/r/:slug/ticket/:ticketNumber', page: 'ticket' },
] as const satisfies RouteTable;

/** What the dashboard of the admins and the support staff shows of ours. */
export const VIEWS = [
  { slot: 'admin', slug: 'tickets', label: 'Support Tickets', page: 'desk', roles: ['admin', 'support'] },
] as const satisfies ViewTable;
