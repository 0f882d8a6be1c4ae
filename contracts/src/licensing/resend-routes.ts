import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { defineRoute } from '../route.ts';

/** The reply does not reveal whether the address has a license. Keys are mailed at most once in ten minutes. */
export const resendLicense = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/license/resend',
  summary: 'Emails the keys bought with an email address again',
  access: 'anyone',
  fromTenants: true,
  body: z.object({ email: EmailAddress }),
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  limit: { points: 5, windowSeconds: 600, exact: true, field: 'email', maxPerValue: 20 },
});
