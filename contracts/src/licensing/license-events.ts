import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { Seller } from '../seller.ts';

export const LicenseOrigin = z.enum(['order', 'manual', 'reseller', 'webhook']);

const license = {
  licenseId: z.string(),
  /** By `service-kit/sealed-text`: NATS keeps events on its disk. */
  sealedLicenseKey: z.string(),
  email: z.string(),
  orderId: z.string().nullable(),
  seller: Seller,
};

/**
 * The id of the event that a license is issued. A repeat, which licensing publishes where its mail was not settled in time, has an id
 * of its own, so that support settles it once more.
 * @param repeat 0 for the first
 */
export const licenseIssuedId = (licenseId: string, repeat = 0) =>
  `license-issued:${licenseId}${repeat === 0 ? '' : `:${repeat}`}`;

/** Commerce puts the key on the order and sends the seller's order webhook; support mails the key. */
export const licenseIssued = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.issued',
  version: 2,
  payload: z.object({ ...license, origin: LicenseOrigin, issuedAt: z.iso.datetime() }),
});

/** The key is to be mailed again: by request of the buyer, the seller or an admin, once for each request. */
export const licenseResendRequested = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.license.resend-requested',
  version: 2,
  payload: z.object({ ...license, requestId: z.string() }),
});

/** The address was wrong and was corrected: commerce takes it for the order. */
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
