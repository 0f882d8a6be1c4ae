import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IdempotencyKey, NextCursor } from '../headers.ts';
import { IsoDate, nameLine, ObjectIdText, text } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { KeyMail, KeyNumber, licenseActions } from './license-actions.ts';
import { LicenseCounts } from './license-counts.ts';
import { ListQuery } from './list-query.ts';

/** A license as its selling reseller sees it. `businessName` is the customer's. */
export const ResellerLicense = z.object({
  id: z.string(),
  licenseKey: z.string(),
  email: z.string(),
  businessName: z.string(),
  notes: z.string(),
  isActive: z.boolean(),
  /** Paid with a test key, so it is revoked after some time. */
  isTest: z.boolean(),
  mail: KeyMail,
  keyNumber: KeyNumber.default(1),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});
export type ResellerLicense = z.infer<typeof ResellerLicense>;

export const ResellerLicenseQuery = ListQuery.extend({
  /** `all`: no filter. */
  status: z.enum(['all', 'active', 'inactive']).optional(),
});

export const listResellerLicenses = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/resellers/licenses',
  summary: "The reseller's licenses that were not deleted, newest first",
  access: 'reseller',
  query: ResellerLicenseQuery,
  replies: { 200: z.array(ResellerLicense) },
  replyHeaders: NextCursor,
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

/** `licenses-{date}.csv`, streamed. It contains no keys, like the admin's export. */
export const exportResellerLicenses = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/resellers/licenses/export',
  summary: "Exports the reseller's licenses that match, as a CSV file",
  access: 'reseller',
  freshSession: true,
  audited: true,
  query: ResellerLicenseQuery.pick({ search: true, status: true }),
  replies: { 200: z.string() },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  limit: { points: 10, windowSeconds: 60 },
});

/** Totals over all licenses of the list, not only its first page. */
export const summarizeResellerLicenses = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/resellers/licenses/summary',
  summary: 'How many licenses the reseller has, and how many of them are active',
  access: 'reseller',
  timeoutSeconds: 20,
  replies: { 200: LicenseCounts },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

export const createResellerLicense = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/resellers/licenses',
  summary: 'Creates a license for a customer of the reseller; its key is emailed',
  access: 'reseller',
  freshSession: true,
  headers: z.object(IdempotencyKey),
  body: z.strictObject({
    customerEmail: EmailAddress,
    businessName: nameLine(200).default(''),
    notes: text(2000).default(''),
  }),
  replies: { 201: ResellerLicense },
  errors: [
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'RESELLER_INACTIVE',
    'IDEMPOTENCY_MISMATCH',
    'QUOTA_EXCEEDED',
    'LICENSE_LIMIT_REACHED',
  ],
});

export const {
  correctEmail: correctEmailByReseller,
  resendKey: resendKeyByReseller,
  rotateKey: rotateKeyByReseller,
  listDevices: listDevicesByReseller,
  signOutDevice: signOutDeviceByReseller,
} = licenseActions('reseller', 'resellers');

export const deleteResellerLicense = defineRoute({
  service: 'svc-licensing',
  method: 'DELETE',
  path: '/api/resellers/licenses/:id',
  summary: 'Revokes a license and takes it off the list; the record is kept',
  access: 'reseller',
  freshSession: true,
  params: z.object({ id: ObjectIdText }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** The state of the secret after it was shown once, for the Webhook API tab. */
export const WebhookSecretState = z.object({
  isSet: z.boolean(),
  /** The last four characters. */
  hint: z.string().nullable(),
  createdAt: IsoDate.nullable(),
});

export const getWebhookSecretState = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/resellers/licenses/webhook-secret',
  summary: 'Whether the reseller has a secret for license-create',
  access: 'reseller',
  replies: { 200: WebhookSecretState },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});

export const renewWebhookSecret = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/resellers/licenses/webhook-secret',
  summary: 'Creates a new secret for license-create, shown this once; the one before stops working',
  access: 'reseller',
  freshSession: true,
  replies: { 201: z.object({ secret: z.string(), createdAt: IsoDate }) },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
});
