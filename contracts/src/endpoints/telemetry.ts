// Written by `npm run openapi` from `telemetry.ts`; the types hold it to the contract.
import type { Endpoint } from '../endpoint.ts';
import type * as routes from '../telemetry.ts';

export const recordAnalytics: Endpoint<typeof routes.recordAnalytics> = {
  method: 'POST',
  path: '/api/analytics/events',
};
export const reportClientError: Endpoint<typeof routes.reportClientError> = {
  method: 'POST',
  path: '/api/client-errors',
};
