// Written by `npm run openapi` from `commerce/site-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/site-routes.ts';

export const getSite: Endpoint<typeof routes.getSite> = { method: 'GET', path: '/api/site' };
