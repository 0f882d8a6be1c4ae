// Written by `npm run openapi` from `identity/own-session-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/own-session-routes.ts';

export const endOtherSessions: Endpoint<typeof routes.endOtherSessions> = {
  method: 'DELETE',
  path: '/api/user/sessions',
};
export const endOwnSession: Endpoint<typeof routes.endOwnSession> = {
  method: 'DELETE',
  path: '/api/user/sessions/:id',
};
export const listOwnSessions: Endpoint<typeof routes.listOwnSessions> = {
  method: 'GET',
  path: '/api/user/sessions',
};
