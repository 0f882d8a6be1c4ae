// Written by `npm run openapi` from `commerce/dispute-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/dispute-routes.ts';

export const getOrderDisputes: Endpoint<typeof routes.getOrderDisputes> = {
  method: 'GET',
  path: '/api/admin/orders/:id/disputes',
};
export const getResellerOrderDisputes: Endpoint<typeof routes.getResellerOrderDisputes> = {
  method: 'GET',
  path: '/api/resellers/orders/:id/disputes',
};
export const listOpenDisputes: Endpoint<typeof routes.listOpenDisputes> = {
  method: 'GET',
  path: '/api/admin/disputes',
};
export const listResellerOpenDisputes: Endpoint<typeof routes.listResellerOpenDisputes> = {
  method: 'GET',
  path: '/api/resellers/disputes',
};
