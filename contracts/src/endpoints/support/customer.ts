// Written by `npm run openapi` from `support/customer-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../support/customer-routes.ts';

export const getCustomerOrderTimeline: Endpoint<typeof routes.getCustomerOrderTimeline> = {
  method: 'GET',
  path: '/api/admin/support-tickets/:id/orders/:orderId/timeline',
};
export const listCustomerLicenses: Endpoint<typeof routes.listCustomerLicenses> = {
  method: 'GET',
  path: '/api/admin/support-tickets/:id/licenses',
};
export const listCustomerMails: Endpoint<typeof routes.listCustomerMails> = {
  method: 'GET',
  path: '/api/admin/support-tickets/:id/mails',
};
export const listCustomerOrders: Endpoint<typeof routes.listCustomerOrders> = {
  method: 'GET',
  path: '/api/admin/support-tickets/:id/orders',
};
export const listCustomerTickets: Endpoint<typeof routes.listCustomerTickets> = {
  method: 'GET',
  path: '/api/admin/support-tickets/:id/other-tickets',
};
