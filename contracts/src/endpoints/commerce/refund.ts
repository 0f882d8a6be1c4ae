// Written by `npm run openapi` from `commerce/refund-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/refund-routes.ts';

export const getOrderRefunds: Endpoint<typeof routes.getOrderRefunds> = {
  method: 'GET',
  path: '/api/admin/orders/:id/refunds',
};
export const getResellerOrderRefunds: Endpoint<typeof routes.getResellerOrderRefunds> = {
  method: 'GET',
  path: '/api/resellers/orders/:id/refunds',
};
export const refundOrder: Endpoint<typeof routes.refundOrder> = {
  method: 'POST',
  path: '/api/admin/orders/:id/refunds',
};
export const refundResellerOrder: Endpoint<typeof routes.refundResellerOrder> = {
  method: 'POST',
  path: '/api/resellers/orders/:id/refunds',
};
