import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IdempotencyKey, NextCursor } from '../headers.ts';
import { IsoDate, text } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { LicenseCounts } from './license-counts.ts';
import { Seller } from '../seller.ts';
import { KeyMail, KeyNumber, licenseActions } from './license-actions.ts';
import { LicenseOrigin } from './license-events.ts';
import { LicenseSort, ListQuery } from './list-query.ts';

export const LicenseStatus = z.enum(['active', 'suspended', 'revoked']);
export type LicenseStatus = z.infer<typeof LicenseStatus>;

/** A license as an admin sees it. */
export const AdminLicense = z.object({
  id: z.string(),
  licenseKey: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  status: LicenseStatus,
  origin: LicenseOrigin,
  businessName: z.string(),
  notes: z.string(),
  seller: Seller,
  /** The order of the license. Absent if it was created without one. */
  orderId: z.string().optional(),
  /** Paid with a test key, so it is revoked after some time. */
  isTest: z.boolean(),
  /** When the trial ends or ended. Absent for all other licenses. */
  trialEndsAt: IsoDate.optional(),
  /** First time a device was signed in. */
  activatedAt: IsoDate.nullable(),
  mail: KeyMail,
  keyNumber: KeyNumber.default(1),
  createdAt: IsoDate,
});
export type AdminLicense = z.infer<typeof AdminLicense>;

/** `direct`: sold by the platform itself. */
export const DIRECT_SALES = 'direct';

export const AdminLicenseFilter = ListQuery.pick({ search: true }).extend({
  status: z.union([LicenseStatus, z.literal('all')]).optional(),
  resellerId: z.string().min(1).max(100).optional(),
  mode: z.enum(['all', 'live', 'test']).optional(),
});
export type AdminLicenseFilter = z.infer<typeof AdminLicenseFilter>;

export const listLicenses = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/admin/licenses',
  summary: 'Licenses of all sellers, newest first by default',
  access: 'admin',
  query: ListQuery.extend({ ...AdminLicenseFilter.shape, sort: LicenseSort.default('newest') }),
  replies: { 200: z.array(AdminLicense) },
  replyHeaders: NextCursor,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

/** `licenses-{date}.csv`, streamed. It contains no keys, because a file may be left somewhere. */
export const exportLicenses = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/admin/licenses/export',
  summary: 'Exports the licenses that match, of all sellers, as a CSV file',
  access: 'admin',
  freshSession: true,
  audited: true,
  query: AdminLicenseFilter,
  replies: { 200: z.string() },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  limit: { points: 10, windowSeconds: 60 },
});

/** Totals over all licenses of all sellers. */
export const summarizeLicenses = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/admin/licenses/summary',
  summary: 'How many licenses there are, and how many of them are active',
  access: 'admin',
  timeoutSeconds: 20,
  replies: { 200: LicenseCounts },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

export const createManualLicense = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/admin/licenses/manual',
  summary: 'Creates a license without an order; its key is emailed',
  access: 'admin',
  freshSession: true,
  headers: z.object(IdempotencyKey),
  body: z.strictObject({ email: EmailAddress, notes: text(2000).default('') }),
  replies: { 201: AdminLicense },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'IDEMPOTENCY_MISMATCH', 'QUOTA_EXCEEDED'],
});

export const {
  correctEmail: correctEmailByAdmin,
  resendKey: resendKeyByAdmin,
  rotateKey: rotateKeyByAdmin,
  listDevices: listDevicesByAdmin,
  signOutDevice: signOutDeviceByAdmin,
} = licenseActions('admin', 'admin');

export const deactivateByAdmin = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/admin/licenses/:licenseKey/deactivate',
  summary: 'Revokes a license and keeps its record',
  access: 'admin',
  freshSession: true,
  params: z.object({ licenseKey: z.string().min(1).max(200) }),
  replies: { 200: AdminLicense },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** Stops after some seconds and returns how many are left. Repeat the call to continue. */
export const revokeLicensesOfReseller = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/admin/licenses/revoke-of-reseller/:resellerId',
  summary: 'Revokes all licenses that a reseller issued since a moment',
  access: 'admin',
  params: z.object({ resellerId: z.string().min(1).max(100) }),
  body: z.strictObject({ since: IsoDate }),
  freshSession: true,
  timeoutSeconds: 30,
  replies: { 200: z.object({ revoked: z.int(), left: z.int() }) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'FRESH_SIGN_IN_REQUIRED'],
  repeatable: true,
});
