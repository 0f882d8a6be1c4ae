import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { User } from './session-routes.ts';

/**
 * Requires a session of the same account, so that a mailbox owner cannot verify a stranger's registration by opening
 * its link.
 */
export const verifyEmail = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/user/verify-email',
  summary:
    'Verifies the email of the signed-in account by the token of an emailed link; the token works once',
  access: 'signed-in',
  setsCookies: true,
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  replies: { 200: User },
  errors: ['UNAUTHENTICATED', 'VERIFICATION_LINK_INVALID', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  limit: { points: 20, windowSeconds: 900, exact: true },
});

export const sendVerification = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/user/verify-email/send',
  summary: 'Emails the verification link again',
  access: 'signed-in',
  setsCookies: true,
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  // Identity limits the mails per account.
  limit: { points: 5, windowSeconds: 900, exact: true },
});
