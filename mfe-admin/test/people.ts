import type { User } from '@leadping/contracts/identity/session-routes';
import { ok } from '@leadping/test-kit/web/api-stub';
import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';

/** Somebody with an account: an admin by default. */
export function aUser(overrides: Partial<User> = {}): User {
  return {
    id: '665f1c2e9b1e8a0012345678',
    username: 'ada',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    role: 'admin',
    resellerId: null,
    emailVerified: true,
    mustChangePassword: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

export const signedIn = (overrides: Partial<User> = {}) => ({ 'GET /api/user': ok(aUser(overrides)) });

export { failing } from '@leadping/test-kit/web/api-stub';

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
