// Written by `npm run openapi` from `licensing/reseller-license-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/reseller-license-routes.ts';

export const correctEmailByReseller: Endpoint<typeof routes.correctEmailByReseller> = {
  method: 'PUT',
  path: '/api/resellers/licenses/:id/email',
};
export const createResellerLicense: Endpoint<typeof routes.createResellerLicense> = {
  method: 'POST',
  path: '/api/resellers/licenses',
};
export const deleteResellerLicense: Endpoint<typeof routes.deleteResellerLicense> = {
  method: 'DELETE',
  path: '/api/resellers/licenses/:id',
};
export const exportResellerLicenses: Endpoint<typeof routes.exportResellerLicenses> = {
  method: 'GET',
  path: '/api/resellers/licenses/export',
};
export const getWebhookSecretState: Endpoint<typeof routes.getWebhookSecretState> = {
  method: 'GET',
  path: '/api/resellers/licenses/webhook-secret',
};
export const listDevicesByReseller: Endpoint<typeof routes.listDevicesByReseller> = {
  method: 'GET',
  path: '/api/resellers/licenses/:id/devices',
};
export const listResellerLicenses: Endpoint<typeof routes.listResellerLicenses> = {
  method: 'GET',
  path: '/api/resellers/licenses',
};
export const renewWebhookSecret: Endpoint<typeof routes.renewWebhookSecret> = {
  method: 'POST',
  path: '/api/resellers/licenses/webhook-secret',
};
export const resendKeyByReseller: Endpoint<typeof routes.resendKeyByReseller> = {
  method: 'POST',
  path: '/api/resellers/licenses/:id/resend',
};
export const rotateKeyByReseller: Endpoint<typeof routes.rotateKeyByReseller> = {
  method: 'POST',
  path: '/api/resellers/licenses/:id/rotate',
};
export const signOutDeviceByReseller: Endpoint<typeof routes.signOutDeviceByReseller> = {
  method: 'DELETE',
  path: '/api/resellers/licenses/:id/devices/:deviceId',
};
export const summarizeResellerLicenses: Endpoint<typeof routes.summarizeResellerLicenses> = {
  method: 'GET',
  path: '/api/resellers/licenses/summary',
};
