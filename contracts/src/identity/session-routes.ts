import { z } from 'zod';
import { Role } from '../actor.ts';
import { EmailAddress } from '../email-address.ts';
import { line, nameLine } from '../primitives.ts';
import { isReservedName } from '../own-names.ts';
import { defineRoute } from '../route.ts';

export const User = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  /** Whether the mailbox owner has opened the mailed link. Rights are given only to verified addresses. */
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  resellerId: z.string().nullable(),
  mustChangePassword: z.boolean(),
  /** The role is blocked until a second factor is set up. Absent for all other users. */
  mustSetUpSecondFactor: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof User>;

/** Has no at sign, so that a user name is never mistaken for an email. */
export const Username = line(60, 3).regex(/^[a-zA-Z0-9._+-]+$/, 'letters, digits and . _ + - only');

/** 6 to 200 characters. The server refuses the most common passwords. */
export const NewPassword = z.string().min(6, 'Password must be at least 6 characters long').max(200);

export const getUser = defineRoute({
  service: 'svc-identity',
  method: 'GET',
  path: '/api/user',
  priority: 'first',
  summary: 'Who is signed in',
  access: 'signed-in',
  setsCookies: true,
  replies: { 200: User },
  errors: ['UNAUTHENTICATED'],
});

export const login = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/login',
  priority: 'first',
  summary:
    'Signs in by user name or email and sets the session cookie; an account with a second factor needs that as well',
  access: 'anyone',
  setsCookies: true,
  body: z.strictObject({ username: z.string().min(1).max(254), password: z.string().min(1).max(200) }),
  replies: { 200: User },
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED', 'UNAVAILABLE'],
  limit: { points: 3, windowSeconds: 10, exact: true, field: 'username', knownBrowsers: true },
});

export const register = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/register',
  summary: 'Creates an account without a role, emails a verification link and signs in',
  access: 'anyone',
  setsCookies: true,
  body: z.strictObject({
    username: Username.refine((name) => !isReservedName(name), 'This name is reserved'),
    email: EmailAddress,
    password: NewPassword,
    firstName: nameLine(100).default(''),
    lastName: nameLine(100).default(''),
  }),
  replies: { 201: User },
  errors: ['USERNAME_TAKEN', 'PASSWORD_TOO_COMMON', 'RATE_LIMITED', 'UNAVAILABLE'],
  limit: { points: 10, windowSeconds: 3600, exact: true },
});

export const logout = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/logout',
  summary: 'Ends the session; succeeds without one too',
  access: 'anyone',
  setsCookies: true,
  replies: { 200: z.object({ message: z.string() }) },
  errors: [],
});
