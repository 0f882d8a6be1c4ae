// Written by `npm run openapi` from `commerce/sales-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/sales-routes.ts';

export const getAdminSales: Endpoint<typeof routes.getAdminSales> = {
  method: 'GET',
  path: '/api/admin/sales',
};
export const getResellerSales: Endpoint<typeof routes.getResellerSales> = {
  method: 'GET',
  path: '/api/resellers/sales',
};
