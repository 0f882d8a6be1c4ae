// Written by `npm run openapi` from `licensing/selectors-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/selectors-routes.ts';

export const getPublicSelectors: Endpoint<typeof routes.getPublicSelectors> = {
  method: 'GET',
  path: '/api/public/selectors',
};
export const getSelectors: Endpoint<typeof routes.getSelectors> = { method: 'GET', path: '/api/selectors' };
export const listSelectorsVersions: Endpoint<typeof routes.listSelectorsVersions> = {
  method: 'GET',
  path: '/api/selectors/versions',
};
export const restoreSelectors: Endpoint<typeof routes.restoreSelectors> = {
  method: 'POST',
  path: '/api/selectors/restore',
};
export const saveSelectors: Endpoint<typeof routes.saveSelectors> = {
  method: 'POST',
  path: '/api/selectors',
};
