// Written by `npm run openapi` from `commerce/discount-code-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/discount-code-routes.ts';

export const createDiscountCode: Endpoint<typeof routes.createDiscountCode> = {
  method: 'POST',
  path: '/api/admin/discount-codes',
};
export const createResellerDiscountCode: Endpoint<typeof routes.createResellerDiscountCode> = {
  method: 'POST',
  path: '/api/resellers/discount-codes',
};
export const endDiscountCode: Endpoint<typeof routes.endDiscountCode> = {
  method: 'POST',
  path: '/api/admin/discount-codes/:id/end',
};
export const endResellerDiscountCode: Endpoint<typeof routes.endResellerDiscountCode> = {
  method: 'POST',
  path: '/api/resellers/discount-codes/:id/end',
};
export const listDiscountCodes: Endpoint<typeof routes.listDiscountCodes> = {
  method: 'GET',
  path: '/api/admin/discount-codes',
};
export const listResellerDiscountCodes: Endpoint<typeof routes.listResellerDiscountCodes> = {
  method: 'GET',
  path: '/api/resellers/discount-codes',
};
