// Written by `npm run openapi` from `commerce/withdrawal-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/withdrawal-routes.ts';

export const withdraw: Endpoint<typeof routes.withdraw> = { method: 'POST', path: '/api/withdrawals' };
