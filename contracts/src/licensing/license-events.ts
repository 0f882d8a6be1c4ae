import { z } from 'zod';
import { Purchase } from '../purchase.ts';
import { defineEvent } from '../event.ts';
import { Seller } from '../seller.ts';

export const LicenseOrigin = z.enum(['order', 'manual', 'reseller', 'webhook']);

const license = {
  licenseId: z.string(),
  /** Encrypted with `service-kit/sealed-text`, because NATS stores events on disk. */
  sealedLicenseKey: z.string(),
  email: z.string(),
  orderId: z.string().nullable(),
  seller: Seller,
  /** The number of this key: 1, and one more with each rotation. Older releases do not send it. */
  keyNumber: z.int().min(1).optional(),
  /** When the license of a trial ends. Absent for all others. */
  trialEndsAt: z.iso.datetime().optional(),
};

/** What the buyer bought. Absent without an order, and in orders and events of earlier releases. */
const purchase = { purchase: Purchase.optional() };

/** When the license of a test payment ends. Absent for all others. */
const testEnd = { testExpiresAt: z.iso.datetime().optional() };

/**
 * The id of the event that a license was issued. Licensing republishes it if the mail was not settled in time. Each
 * repeat has its own id, so that support settles it again.
 * @param repeat 0 for the first
 */
export const licenseIssuedId = (licenseId: string, repeat = 0) =>
  `license-issued:${licenseId}${repeat === 0 ? '' : `:${repeat}`}`;

/** Commerce adds the key to the order and sends the seller's order webhook. Support mails the key. */
export const licenseIssued = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.issued',
  version: 2,
  payload: z.object({
    ...license,
    ...purchase,
    origin: LicenseOrigin,
    issuedAt: z.iso.datetime(),
    ...testEnd,
  }),
});

/** The buyer, the seller or an admin requested the key again. It is mailed once per request. */
export const licenseResendRequested = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.resend-requested',
  version: 2,
  payload: z.object({
    ...license,
    ...purchase,
    requestId: z.string(),
    ...testEnd,
  }),
});

/** The key was replaced. Support mails the new one. Commerce puts it on the order. */
export const licenseKeyRotated = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.key-rotated',
  version: 1,
  payload: z.object({
    ...license,
    ...purchase,
    requestId: z.string(),
    ...testEnd,
    /** Devices that move to the new key. */
    keptDevices: z.int().min(0),
    /** `address`: the license got another address, and the previous one had the key. */
    cause: z.enum(['requested', 'address']),
  }),
});

/** A wrong address was corrected. Commerce updates the order. */
export const licenseEmailCorrected = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.email-corrected',
  version: 3,
  payload: z.object({ ...license, correctedAt: z.iso.datetime() }),
});

/**
 * Why the status of a license changed. `seller` and `admin` are people, `test_expired` is a test license after 30 days,
 * `trial_ended` is a trial after its days, `other` is any cause that a release does not know.
 */
export const LicenseCause = z.enum([
  'refund',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'seller',
  'admin',
  'test_expired',
  'trial_ended',
  'other',
]);
export type LicenseCause = z.infer<typeof LicenseCause>;

const change = z.object({
  ...license,
  ...purchase,
  reason: z.string(),
  /** Older releases send neither. */
  cause: LicenseCause.optional(),
  changedAt: z.iso.datetime().optional(),
});

export const licenseRevoked = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.revoked',
  version: 2,
  payload: change,
});

export const licenseSuspended = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.suspended',
  version: 2,
  payload: change,
});

export const licenseReinstated = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.reinstated',
  version: 2,
  payload: change,
});
