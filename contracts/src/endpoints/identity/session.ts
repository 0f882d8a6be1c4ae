// Written by `npm run openapi` from `identity/session-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/session-routes.ts';

export const getUser: Endpoint<typeof routes.getUser> = { method: 'GET', path: '/api/user' };
export const login: Endpoint<typeof routes.login> = { method: 'POST', path: '/api/login' };
export const logout: Endpoint<typeof routes.logout> = { method: 'POST', path: '/api/logout' };
export const register: Endpoint<typeof routes.register> = { method: 'POST', path: '/api/register' };
