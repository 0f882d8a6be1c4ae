// Written by `npm run openapi` from `commerce/checkout-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/checkout-routes.ts';

export const createMainCheckout: Endpoint<typeof routes.createMainCheckout> = {
  method: 'POST',
  path: '/api/create-main-checkout',
};
export const createResellerCheckout: Endpoint<typeof routes.createResellerCheckout> = {
  method: 'POST',
  path: '/api/create-reseller-checkout',
};
export const createResellerProductCheckout: Endpoint<typeof routes.createResellerProductCheckout> = {
  method: 'POST',
  path: '/api/create-reseller-product-checkout',
};
export const getCheckoutReturn: Endpoint<typeof routes.getCheckoutReturn> = {
  method: 'GET',
  path: '/api/checkout-return',
};
export const getCheckoutStatus: Endpoint<typeof routes.getCheckoutStatus> = {
  method: 'GET',
  path: '/api/checkout-status',
};
