// Written by `npm run openapi` from `commerce/logo-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/logo-routes.ts';

export const getLogo: Endpoint<typeof routes.getLogo> = { method: 'GET', path: '/api/logos/:name' };
export const removeLogo: Endpoint<typeof routes.removeLogo> = { method: 'PUT', path: '/api/resellers/logo' };
export const uploadLogo: Endpoint<typeof routes.uploadLogo> = {
  method: 'POST',
  path: '/api/resellers/upload-logo',
};
