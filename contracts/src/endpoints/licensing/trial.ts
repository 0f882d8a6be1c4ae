// Written by `npm run openapi` from `licensing/trial-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/trial-routes.ts';

export const getTrialOffer: Endpoint<typeof routes.getTrialOffer> = { method: 'GET', path: '/api/trials' };
export const setTrialOffer: Endpoint<typeof routes.setTrialOffer> = {
  method: 'PUT',
  path: '/api/admin/trials',
};
export const startTrial: Endpoint<typeof routes.startTrial> = { method: 'POST', path: '/api/trials' };
