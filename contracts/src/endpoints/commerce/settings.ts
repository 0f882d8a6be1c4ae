// Written by `npm run openapi` from `commerce/settings-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/settings-routes.ts';

export const getSettings: Endpoint<typeof routes.getSettings> = {
  method: 'GET',
  path: '/api/admin/settings',
};
export const saveSettings: Endpoint<typeof routes.saveSettings> = {
  method: 'POST',
  path: '/api/admin/settings',
};
