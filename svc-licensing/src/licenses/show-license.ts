import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import type { KeyMail } from '@leadping/contracts/licensing/license-actions';
import type { KeyVault } from '../keys/key-vault.ts';
import { numberOfKey } from './license-events.ts';
import type { IssuedLicense } from './license.model.ts';

export function showAdminLicense(license: IssuedLicense, vault: KeyVault): AdminLicense {
  return {
    id: String(license._id),
    licenseKey: vault.open(license),
    email: license.email,
    isActive: license.status === 'active',
    mail: showMail(license),
    keyNumber: numberOfKey(license),
    status: license.status,
    origin: license.origin,
    businessName: license.customerBusinessName,
    notes: license.notes,
    seller: license.seller,
    ...(license.orderId && { orderId: license.orderId }),
    isTest: isTest(license),
    ...(license.trialEndsAt && { trialEndsAt: license.trialEndsAt.toISOString() }),
    activatedAt: license.activatedAt?.toISOString() ?? null,
    createdAt: license.issuedAt.toISOString(),
  };
}

export function showResellerLicense(license: IssuedLicense, vault: KeyVault): ResellerLicense {
  return {
    id: String(license._id),
    licenseKey: vault.open(license),
    email: license.email,
    businessName: license.customerBusinessName,
    notes: license.notes,
    isActive: license.status === 'active',
    isTest: isTest(license),
    mail: showMail(license),
    keyNumber: numberOfKey(license),
    createdAt: license.issuedAt.toISOString(),
    updatedAt: license.updatedAt.toISOString(),
  };
}

export const isTest = ({ testExpiresAt }: IssuedLicense) => testExpiresAt !== undefined;

/** The columns of an admin's licenses file. */
export const ADMIN_COLUMNS = {
  'License ID': (license: IssuedLicense) => String(license._id),
  Issued: (license: IssuedLicense) => license.issuedAt.toISOString(),
  'Customer Email': (license: IssuedLicense) => license.email,
  'Customer Business': (license: IssuedLicense) => license.customerBusinessName,
  Status: (license: IssuedLicense) => license.status,
  Mode: (license: IssuedLicense) => (isTest(license) ? 'test' : license.trialEndsAt ? 'trial' : 'live'),
  Origin: (license: IssuedLicense) => license.origin,
  Seller: (license: IssuedLicense) => license.seller.businessName,
  'Order ID': (license: IssuedLicense) => license.orderId ?? '',
  'First Used': (license: IssuedLicense) => license.activatedAt?.toISOString() ?? '',
};

/** The columns of a reseller's file, without the fields that only the platform may see. */
export const RESELLER_COLUMNS = {
  'License ID': ADMIN_COLUMNS['License ID'],
  Created: ADMIN_COLUMNS.Issued,
  'Customer Email': ADMIN_COLUMNS['Customer Email'],
  'Business Name': ADMIN_COLUMNS['Customer Business'],
  Status: (license: IssuedLicense) => (license.status === 'active' ? 'active' : 'inactive'),
  Mode: ADMIN_COLUMNS.Mode,
  'Order ID': ADMIN_COLUMNS['Order ID'],
  Notes: (license: IssuedLicense) => license.notes,
};

function showMail({ mail }: IssuedLicense): KeyMail {
  return { state: mail?.outcome ?? 'queued', error: mail?.error ?? null };
}
