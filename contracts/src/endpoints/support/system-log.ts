// Written by `npm run openapi` from `support/system-log-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../support/system-log-routes.ts';

export const clearSystemLogs: Endpoint<typeof routes.clearSystemLogs> = {
  method: 'DELETE',
  path: '/api/admin/system-logs',
};
export const listSystemLogs: Endpoint<typeof routes.listSystemLogs> = {
  method: 'GET',
  path: '/api/admin/system-logs',
};
