import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { IsoDate } from '../primitives.ts';

/** Why a mail failed: the provider refused its address, or took no mail for so long that it was given up. */
export const MAIL_FAILURES = ['refused', 'unavailable'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/**
 * The mail with a license key was sent, or never will be. Licensing republishes the license until it receives this, so
 * that a key reaches its buyer even when NATS loses everything, and shows why a key did not. Commerce shows it on the order.
 */
export const licenseMailSettled = defineEvent({
  producer: 'svc-support',
  subject: 'support.license-mail.settled',
  version: 1,
  payload: z.object({
    licenseId: z.string(),
    orderId: z.string().nullable(),
    /** Where the mail went or was to go; empty where there was no address. */
    email: z.string(),
    outcome: z.enum(['sent', 'failed']),
    /** The mail provider's reason; null for `sent`. */
    error: z.string().nullable(),
    /** Absent for `sent`, and in events of older releases, where every failure counts as refused. */
    cause: z.enum(MAIL_FAILURES).optional(),
    /**
     * Nobody was to be mailed any more: the address was corrected, or the license had ended. A `failed` one that is no problem
     * of the mail. Absent in events of older releases.
     */
    isWithdrawn: z.boolean().optional(),
    /** By the shared clock: of several mails the outcome that was settled last counts. Absent in events of older releases. */
    settledAt: IsoDate.optional(),
  }),
});
