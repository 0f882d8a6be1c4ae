import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';

/** A license created by an admin, as admins see it. */
export const MANUAL_LICENSE: AdminLicense = {
  id: '665f1c2e9b1e8a0012345678',
  licenseKey: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH',
  email: 'ann@example.com',
  isActive: true,
  status: 'active',
  origin: 'manual',
  businessName: '',
  notes: '',
  seller: { resellerId: null, businessName: 'Leadping' },
  isTest: false,
  activatedAt: null,
  mail: { state: 'sent', error: null },
  keyNumber: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
};
