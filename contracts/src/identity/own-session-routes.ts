import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

export const OwnSession = z.object({
  id: z.string(),
  /** Whether this session makes the request. */
  isCurrent: z.boolean(),
  /** Browser and system, such as `Chrome on Windows`. */
  device: z.string(),
  /** IP address of the sign-in. Empty for sessions that began before it was stored. */
  address: z.string(),
  signedInAt: IsoDate,
  /** Rounded to the hour. */
  usedAt: IsoDate,
});
export type OwnSession = z.infer<typeof OwnSession>;

const own = { service: 'svc-identity', access: 'signed-in', setsCookies: true } as const;

export const listOwnSessions = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where the account is signed in: this session first, at most a hundred of those used last',
  replies: { 200: z.array(OwnSession) },
  errors: ['UNAUTHENTICATED'],
});

export const endOwnSession = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'Ends one session of the account',
  freshSession: true,
  params: z.object({ id: z.string().regex(/^[\w-]{16,100}$/) }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['UNAUTHENTICATED', 'FRESH_SIGN_IN_REQUIRED', 'NOT_FOUND'],
});

export const endOtherSessions = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Ends every session of the account but this one',
  freshSession: true,
  replies: { 200: z.object({ ended: z.int().nonnegative() }) },
  errors: ['UNAUTHENTICATED', 'FRESH_SIGN_IN_REQUIRED'],
});
