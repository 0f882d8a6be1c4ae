// Written by `npm run openapi` from `commerce/order-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/order-routes.ts';

export const correctOrderEmail: Endpoint<typeof routes.correctOrderEmail> = {
  method: 'PUT',
  path: '/api/admin/orders/:id/email',
};
export const correctResellerOrderEmail: Endpoint<typeof routes.correctResellerOrderEmail> = {
  method: 'PUT',
  path: '/api/resellers/orders/:id/email',
};
export const exportAdminOrders: Endpoint<typeof routes.exportAdminOrders> = {
  method: 'GET',
  path: '/api/admin/orders/export',
};
export const exportResellerOrders: Endpoint<typeof routes.exportResellerOrders> = {
  method: 'GET',
  path: '/api/resellers/orders/export',
};
export const listAdminOrders: Endpoint<typeof routes.listAdminOrders> = {
  method: 'GET',
  path: '/api/admin/orders',
};
export const listResellerOrders: Endpoint<typeof routes.listResellerOrders> = {
  method: 'GET',
  path: '/api/resellers/orders',
};
export const summarizeResellerOrders: Endpoint<typeof routes.summarizeResellerOrders> = {
  method: 'GET',
  path: '/api/resellers/orders/summary',
};
