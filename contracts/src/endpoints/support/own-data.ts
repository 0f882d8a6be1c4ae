// Written by `npm run openapi` from `support/own-data-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../support/own-data-routes.ts';

export const eraseOwnData: Endpoint<typeof routes.eraseOwnData> = { method: 'POST', path: '/api/my/erasure' };
export const exportOwnData: Endpoint<typeof routes.exportOwnData> = {
  method: 'POST',
  path: '/api/my/export',
};
export const listOwnTickets: Endpoint<typeof routes.listOwnTickets> = {
  method: 'GET',
  path: '/api/my/tickets',
};
