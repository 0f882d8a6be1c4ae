// Written by `npm run openapi` from `identity/password-reset-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/password-reset-routes.ts';

export const forgotPassword: Endpoint<typeof routes.forgotPassword> = {
  method: 'POST',
  path: '/api/auth/forgot-password',
};
export const resetPassword: Endpoint<typeof routes.resetPassword> = {
  method: 'POST',
  path: '/api/auth/reset-password',
};
