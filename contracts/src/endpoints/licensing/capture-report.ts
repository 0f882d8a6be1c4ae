// Written by `npm run openapi` from `licensing/capture-report-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/capture-report-routes.ts';

export const getCaptureHealth: Endpoint<typeof routes.getCaptureHealth> = {
  method: 'GET',
  path: '/api/selectors/failures',
};
export const reportCaptures: Endpoint<typeof routes.reportCaptures> = {
  method: 'POST',
  path: '/api/public/selectors/failures',
};
