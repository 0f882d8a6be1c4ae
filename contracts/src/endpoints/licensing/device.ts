// Written by `npm run openapi` from `licensing/device-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/device-routes.ts';

export const activateLicense: Endpoint<typeof routes.activateLicense> = {
  method: 'POST',
  path: '/api/license/activate',
};
export const deactivateLicense: Endpoint<typeof routes.deactivateLicense> = {
  method: 'POST',
  path: '/api/license/deactivate',
};
export const getLicensePublicKey: Endpoint<typeof routes.getLicensePublicKey> = {
  method: 'GET',
  path: '/api/license/public-key',
};
export const listDevices: Endpoint<typeof routes.listDevices> = {
  method: 'POST',
  path: '/api/license/devices',
};
export const validateLicense: Endpoint<typeof routes.validateLicense> = {
  method: 'POST',
  path: '/api/license/validate',
};
