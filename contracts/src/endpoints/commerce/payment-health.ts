// Written by `npm run openapi` from `commerce/payment-health-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/payment-health-routes.ts';

export const checkPlatformPayments: Endpoint<typeof routes.checkPlatformPayments> = {
  method: 'GET',
  path: '/api/admin/payment-health',
};
export const checkResellerPayments: Endpoint<typeof routes.checkResellerPayments> = {
  method: 'GET',
  path: '/api/resellers/payment-health',
};
