// Written by `npm run openapi` from `identity/account-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/account-routes.ts';

export const changeEmail: Endpoint<typeof routes.changeEmail> = { method: 'PUT', path: '/api/user/email' };
export const changePassword: Endpoint<typeof routes.changePassword> = {
  method: 'PUT',
  path: '/api/user/password',
};
export const updateProfile: Endpoint<typeof routes.updateProfile> = {
  method: 'PUT',
  path: '/api/user/profile',
};
