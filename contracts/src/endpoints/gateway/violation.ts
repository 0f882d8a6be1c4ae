// Written by `npm run openapi` from `gateway/violation-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../gateway/violation-routes.ts';

export const listViolations: Endpoint<typeof routes.listViolations> = {
  method: 'GET',
  path: '/api/admin/releases/violations',
};
export const reportViolations: Endpoint<typeof routes.reportViolations> = {
  method: 'POST',
  path: '/api/csp-reports',
};
