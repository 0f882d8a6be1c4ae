// Written by `npm run openapi` from `licensing/store-url-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/store-url-routes.ts';

export const getChromeStoreUrl: Endpoint<typeof routes.getChromeStoreUrl> = {
  method: 'GET',
  path: '/api/chrome-store-url',
};
