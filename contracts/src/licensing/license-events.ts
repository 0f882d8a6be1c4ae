import { z } from 'zod';
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
};

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
    origin: LicenseOrigin,
    issuedAt: z.iso.datetime(),
    /** When the license of a test payment ends. Absent for all others. */
    testExpiresAt: z.iso.datetime().optional(),
  }),
});

/** The buyer, the seller or an admin requested the key again. It is mailed once per request. */
export const licenseResendRequested = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.resend-requested',
  version: 2,
  payload: z.object({
    ...license,
    requestId: z.string(),
    /** When the license of a test payment ends. Absent for all others. */
    testExpiresAt: z.iso.datetime().optional(),
  }),
});

/** A wrong address was corrected. Commerce updates the order. */
export const licenseEmailCorrected = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.email-corrected',
  version: 3,
  payload: z.object({ ...license, correctedAt: z.iso.datetime() }),
});

const change = z.object({ ...license, reason: z.string() });

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
