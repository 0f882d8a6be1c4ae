// Written by `npm run openapi` from `gateway/buy-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../gateway/buy-routes.ts';

export const buyByForm: Endpoint<typeof routes.buyByForm> = { method: 'POST', path: '/api/buy' };
