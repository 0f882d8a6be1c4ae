import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { IsoDate } from '../primitives.ts';

/** Why a mail failed: the provider refused its address, or was unavailable until the mail was given up. */
export const MAIL_FAILURES = ['refused', 'unavailable'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/**
 * The mail with a license key was sent or finally failed. Licensing republishes the license until it receives this
 * event, so that the key reaches its buyer even if NATS loses all data, and shows the reason of a failure. Commerce
 * shows it on the order.
 */
export const licenseMailSettled = defineEvent({
  producer: 'svc-support',
  subject: 'support.license-mail.settled',
  version: 1,
  payload: z.object({
    licenseId: z.string(),
    orderId: z.string().nullable(),
    /** The recipient. Empty if there was no address. */
    email: z.string(),
    outcome: z.enum(['sent', 'failed']),
    /** The mail provider's reason. Null for `sent`. */
    error: z.string().nullable(),
    /** Absent for `sent` and in events of older releases, where every failure counts as refused. */
    cause: z.enum(MAIL_FAILURES).optional(),
    /**
     * The mail was no longer needed: the address was corrected, or the license had ended. Such a `failed` mail is no
     * mail problem. Absent in events of older releases.
     */
    isWithdrawn: z.boolean().optional(),
    /** Time by the shared clock. Of several mails, the latest outcome counts. Absent in events of older releases. */
    settledAt: IsoDate.optional(),
  }),
});
