// Written by `npm run openapi` from `commerce/payment-webhook-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/payment-webhook-routes.ts';

export const receivePlatformPaymentEvent: Endpoint<typeof routes.receivePlatformPaymentEvent> = {
  method: 'POST',
  path: '/api/stripe-webhook',
};
export const receiveResellerPaymentEvent: Endpoint<typeof routes.receiveResellerPaymentEvent> = {
  method: 'POST',
  path: '/api/stripe-webhook/reseller/:resellerId',
};
