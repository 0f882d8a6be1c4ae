// Written by `npm run openapi` from `support/qa-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../support/qa-routes.ts';

export const getQaProgress: Endpoint<typeof routes.getQaProgress> = {
  method: 'GET',
  path: '/api/admin/qa-progress',
};
export const runBrowserTests: Endpoint<typeof routes.runBrowserTests> = {
  method: 'POST',
  path: '/api/admin/run-selenium-tests',
};
export const runComprehensiveTests: Endpoint<typeof routes.runComprehensiveTests> = {
  method: 'POST',
  path: '/api/admin/run-comprehensive-tests',
};
