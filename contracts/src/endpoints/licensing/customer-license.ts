// Written by `npm run openapi` from `licensing/customer-license-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/customer-license-routes.ts';

export const listOwnDevices: Endpoint<typeof routes.listOwnDevices> = {
  method: 'GET',
  path: '/api/my/licenses/:id/devices',
};
export const listOwnLicenses: Endpoint<typeof routes.listOwnLicenses> = {
  method: 'GET',
  path: '/api/my/licenses',
};
export const rotateOwnKey: Endpoint<typeof routes.rotateOwnKey> = {
  method: 'POST',
  path: '/api/my/licenses/:id/rotate',
};
export const signOutOwnDevice: Endpoint<typeof routes.signOutOwnDevice> = {
  method: 'DELETE',
  path: '/api/my/licenses/:id/devices/:deviceId',
};
