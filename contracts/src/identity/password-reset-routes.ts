import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { defineRoute } from '../route.ts';
import { NewPassword } from './session-routes.ts';

export const forgotPassword = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Emails a reset link; replies the same whether the account exists or not',
  access: 'anyone',
  body: z.strictObject({ email: EmailAddress }),
  setsCookies: true,
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['RATE_LIMITED'],
  // Not limited by email, because a stranger's calls could then lock out the owner. Identity limits the mails per
  // account.
  limit: { points: 100, windowSeconds: 900, exact: true },
});

export const resetPassword = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Sets a password by the token of a reset link and ends all sessions',
  access: 'anyone',
  setsCookies: true,
  body: z.strictObject({ token: z.string().min(1).max(200), newPassword: NewPassword }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['RESET_LINK_INVALID', 'PASSWORD_TOO_COMMON', 'RATE_LIMITED', 'UNAVAILABLE'],
  limit: { points: 10, windowSeconds: 900, exact: true },
});
