import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * The payment of reseller rights was refunded in full or lost in a dispute. The reseller was deactivated. Support
 * mails the admins.
 */
export const resellerRightsEnded = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.reseller.rights-ended',
  version: 1,
  payload: z.object({
    resellerId: z.string(),
    businessName: z.string(),
    email: z.string().nullable(),
    reason: z.enum(['refunded', 'dispute-lost']),
    endedAt: z.iso.datetime(),
  }),
});
