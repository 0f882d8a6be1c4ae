import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';

export { failing } from '@leadping/test-kit/web/api-stub';
export { aUser, signedIn } from '@leadping/test-kit/web/users';

export const ACME: Reseller = {
  id: 'acme',
  businessName: 'Acme Leads',
  contactPerson: 'Ann',
  phone: '',
  notes: '',
  subdomain: 'acme-leads-abc123',
  isActive: true,
  productPrice: 7900,
  currency: 'USD',
  userEmail: 'ann@acme.test',
  username: 'ann',
  paymentConfigured: true,
  createdAt: '2026-11-01T10:00:00.000Z',
};
