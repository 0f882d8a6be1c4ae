// Written by `npm run openapi` from `commerce/order-timeline-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/order-timeline-routes.ts';

export const getOrderTimeline: Endpoint<typeof routes.getOrderTimeline> = {
  method: 'GET',
  path: '/api/admin/orders/:id/timeline',
};
