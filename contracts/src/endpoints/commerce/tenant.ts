// Written by `npm run openapi` from `commerce/tenant-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/tenant-routes.ts';

export const getTenant: Endpoint<typeof routes.getTenant> = { method: 'GET', path: '/api/tenant' };
