import type {
  createManualLicense,
  deactivateByAdmin,
  listLicenses,
} from '@leadping/contracts/licensing/admin-license-routes';
import { endpoint } from '@leadping/web-kit/api/call';

export const readLicenses = endpoint<typeof listLicenses>('GET', '/api/admin/licenses');
export const createLicense = endpoint<typeof createManualLicense>('POST', '/api/admin/licenses/manual');
export const deactivateLicense = endpoint<typeof deactivateByAdmin>(
  'POST',
  '/api/admin/licenses/:licenseKey/deactivate',
);
