// Written by `npm run openapi` from `commerce/customer-order-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/customer-order-routes.ts';

export const listOwnOrders: Endpoint<typeof routes.listOwnOrders> = { method: 'GET', path: '/api/my/orders' };
