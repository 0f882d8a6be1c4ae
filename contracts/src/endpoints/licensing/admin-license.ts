// Written by `npm run openapi` from `licensing/admin-license-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/admin-license-routes.ts';

export const correctEmailByAdmin: Endpoint<typeof routes.correctEmailByAdmin> = {
  method: 'PUT',
  path: '/api/admin/licenses/:id/email',
};
export const createManualLicense: Endpoint<typeof routes.createManualLicense> = {
  method: 'POST',
  path: '/api/admin/licenses/manual',
};
export const deactivateByAdmin: Endpoint<typeof routes.deactivateByAdmin> = {
  method: 'POST',
  path: '/api/admin/licenses/:licenseKey/deactivate',
};
export const exportLicenses: Endpoint<typeof routes.exportLicenses> = {
  method: 'GET',
  path: '/api/admin/licenses/export',
};
export const listDevicesByAdmin: Endpoint<typeof routes.listDevicesByAdmin> = {
  method: 'GET',
  path: '/api/admin/licenses/:id/devices',
};
export const listLicenses: Endpoint<typeof routes.listLicenses> = {
  method: 'GET',
  path: '/api/admin/licenses',
};
export const resendKeyByAdmin: Endpoint<typeof routes.resendKeyByAdmin> = {
  method: 'POST',
  path: '/api/admin/licenses/:id/resend',
};
export const revokeLicensesOfReseller: Endpoint<typeof routes.revokeLicensesOfReseller> = {
  method: 'POST',
  path: '/api/admin/licenses/revoke-of-reseller/:resellerId',
};
export const rotateKeyByAdmin: Endpoint<typeof routes.rotateKeyByAdmin> = {
  method: 'POST',
  path: '/api/admin/licenses/:id/rotate',
};
export const signOutDeviceByAdmin: Endpoint<typeof routes.signOutDeviceByAdmin> = {
  method: 'DELETE',
  path: '/api/admin/licenses/:id/devices/:deviceId',
};
export const summarizeLicenses: Endpoint<typeof routes.summarizeLicenses> = {
  method: 'GET',
  path: '/api/admin/licenses/summary',
};
