import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { nameLine } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { NewPassword, User } from './session-routes.ts';

export const updateProfile = defineRoute({
  service: 'svc-identity',
  method: 'PUT',
  path: '/api/user/profile',
  summary: 'Saves email and name; a new email follows the rules of the email change',
  access: 'signed-in',
  body: z.strictObject({ email: EmailAddress, firstName: nameLine(100), lastName: nameLine(100) }),
  setsCookies: true,
  replies: { 200: User },
  // All but the first are possible only for a new email, and only the service knows whether it is new.
  errors: ['UNAUTHENTICATED', 'CONFLICT', 'FRESH_SIGN_IN_REQUIRED', 'RATE_LIMITED'],
});

export const changeEmail = defineRoute({
  service: 'svc-identity',
  method: 'PUT',
  path: '/api/user/email',
  summary: 'Changes the email, sends a verification link to it and a notice to a verified old one',
  access: 'signed-in',
  body: z.strictObject({ email: EmailAddress }),
  setsCookies: true,
  replies: { 200: User },
  freshSession: true,
  // Identity limits the changes per account, because each one mails an address that may be a stranger's.
  errors: ['UNAUTHENTICATED', 'CONFLICT', 'RATE_LIMITED'],
});

export const changePassword = defineRoute({
  service: 'svc-identity',
  method: 'PUT',
  path: '/api/user/password',
  summary: 'Changes the password, ends the other sessions and renews this one',
  access: 'signed-in',
  setsCookies: true,
  body: z.strictObject({ currentPassword: z.string().min(1).max(200), newPassword: NewPassword }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: [
    'UNAUTHENTICATED',
    // Required only for an account with a second factor, which only the service knows.
    'FRESH_SIGN_IN_REQUIRED',
    'CURRENT_PASSWORD_WRONG',
    'PASSWORD_TOO_COMMON',
    'CONFLICT',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
  limit: { points: 10, windowSeconds: 60, exact: true },
});
