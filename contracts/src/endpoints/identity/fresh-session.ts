// Written by `npm run openapi` from `identity/fresh-session-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/fresh-session-routes.ts';

export const createFreshSessionChallenge: Endpoint<typeof routes.createFreshSessionChallenge> = {
  method: 'POST',
  path: '/api/user/fresh-session/challenge',
};
export const getFreshSession: Endpoint<typeof routes.getFreshSession> = {
  method: 'GET',
  path: '/api/user/fresh-session',
};
export const refreshSession: Endpoint<typeof routes.refreshSession> = {
  method: 'POST',
  path: '/api/user/fresh-session',
};
