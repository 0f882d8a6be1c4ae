// Written by `npm run openapi` from `commerce/pricing-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/pricing-routes.ts';

export const getPricing: Endpoint<typeof routes.getPricing> = { method: 'GET', path: '/api/pricing' };
