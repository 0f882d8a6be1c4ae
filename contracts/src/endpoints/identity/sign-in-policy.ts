// Written by `npm run openapi` from `identity/sign-in-policy-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/sign-in-policy-routes.ts';

export const getSignInPolicy: Endpoint<typeof routes.getSignInPolicy> = {
  method: 'GET',
  path: '/api/admin/sign-in-policy',
};
export const setSignInPolicy: Endpoint<typeof routes.setSignInPolicy> = {
  method: 'PUT',
  path: '/api/admin/sign-in-policy',
};
