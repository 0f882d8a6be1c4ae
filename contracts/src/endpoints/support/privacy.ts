// Written by `npm run openapi` from `support/privacy-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../support/privacy-routes.ts';

export const exportPersonalData: Endpoint<typeof routes.exportPersonalData> = {
  method: 'POST',
  path: '/api/admin/privacy/export',
};
export const listErasures: Endpoint<typeof routes.listErasures> = {
  method: 'GET',
  path: '/api/admin/privacy/erasures',
};
export const requestErasure: Endpoint<typeof routes.requestErasure> = {
  method: 'POST',
  path: '/api/admin/privacy/erasures',
};
