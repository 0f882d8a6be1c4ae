// Written by `npm run openapi` from `identity/second-factor-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/second-factor-routes.ts';

export const addPasskey: Endpoint<typeof routes.addPasskey> = { method: 'POST', path: '/api/user/passkeys' };
export const confirmAuthenticator: Endpoint<typeof routes.confirmAuthenticator> = {
  method: 'POST',
  path: '/api/user/authenticator',
};
export const createAuthenticatorSecret: Endpoint<typeof routes.createAuthenticatorSecret> = {
  method: 'POST',
  path: '/api/user/authenticator/secret',
};
export const createPasskeyChallenge: Endpoint<typeof routes.createPasskeyChallenge> = {
  method: 'POST',
  path: '/api/user/passkeys/challenge',
};
export const listSecondFactors: Endpoint<typeof routes.listSecondFactors> = {
  method: 'GET',
  path: '/api/user/second-factors',
};
export const removeAuthenticator: Endpoint<typeof routes.removeAuthenticator> = {
  method: 'DELETE',
  path: '/api/user/authenticator',
};
export const removePasskey: Endpoint<typeof routes.removePasskey> = {
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
};
export const renamePasskey: Endpoint<typeof routes.renamePasskey> = {
  method: 'PUT',
  path: '/api/user/passkeys/:id',
};
export const renewRecoveryCodes: Endpoint<typeof routes.renewRecoveryCodes> = {
  method: 'POST',
  path: '/api/user/recovery-codes',
};
