// Written by `npm run openapi` from `identity/customer-session-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/customer-session-routes.ts';

export const closeCustomerSession: Endpoint<typeof routes.closeCustomerSession> = {
  method: 'POST',
  path: '/api/my/sign-out',
};
export const confirmAddressChange: Endpoint<typeof routes.confirmAddressChange> = {
  method: 'POST',
  path: '/api/my/address-changes/confirmation',
};
export const getCustomerSession: Endpoint<typeof routes.getCustomerSession> = {
  method: 'GET',
  path: '/api/my/session',
};
export const openCustomerSession: Endpoint<typeof routes.openCustomerSession> = {
  method: 'POST',
  path: '/api/my/session',
};
export const requestAddressChange: Endpoint<typeof routes.requestAddressChange> = {
  method: 'POST',
  path: '/api/my/address-changes',
};
export const requestCustomerLink: Endpoint<typeof routes.requestCustomerLink> = {
  method: 'POST',
  path: '/api/my/link',
};
