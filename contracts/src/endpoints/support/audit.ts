// Written by `npm run openapi` from `support/audit-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../support/audit-routes.ts';

export const listAuditEntries: Endpoint<typeof routes.listAuditEntries> = {
  method: 'GET',
  path: '/api/admin/audit',
};
