import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * The mail with a license key went, or never will. Licensing tells the license again until it receives this, so that a
 * key reaches its buyer even when NATS loses everything.
 */
export const licenseMailSettled = defineEvent({
  producer: 'svc-support',
  subject: 'support.license-mail.settled',
  version: 1,
  payload: z.object({ licenseId: z.string(), outcome: z.enum(['sent', 'failed']) }),
});
