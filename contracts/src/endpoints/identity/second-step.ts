// Written by `npm run openapi` from `identity/second-step-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/second-step-routes.ts';

export const completeSignIn: Endpoint<typeof routes.completeSignIn> = {
  method: 'POST',
  path: '/api/login/second-step',
};
export const createPasskeySignInChallenge: Endpoint<typeof routes.createPasskeySignInChallenge> = {
  method: 'POST',
  path: '/api/login/passkey/challenge',
};
export const createSecondStepChallenge: Endpoint<typeof routes.createSecondStepChallenge> = {
  method: 'POST',
  path: '/api/login/second-step/challenge',
};
export const getSecondStep: Endpoint<typeof routes.getSecondStep> = {
  method: 'GET',
  path: '/api/login/second-step',
};
export const signInWithPasskey: Endpoint<typeof routes.signInWithPasskey> = {
  method: 'POST',
  path: '/api/login/passkey',
};
