import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * An order webhook was disabled because the receiver replied 410 (`gone`) or failed ten times in a row. Support mails
 * the owner.
 */
export const orderWebhookDisabled = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.webhook.disabled',
  version: 1,
  payload: z.object({
    /** `null` for the admin's own webhook. The admins are mailed. */
    resellerId: z.string().nullable(),
    businessName: z.string(),
    /** The reseller's address. `null` for the admin's webhook. */
    email: z.string().nullable(),
    url: z.string(),
    reason: z.enum(['gone', 'failing']),
    disabledAt: z.iso.datetime(),
  }),
});
