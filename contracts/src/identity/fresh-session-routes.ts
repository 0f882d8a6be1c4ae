import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { SECOND_FACTORS, SecondFactorProof } from './second-step-routes.ts';
import { PasskeyRequestOptions } from './webauthn.ts';

/*
 * Signing in again within a session, before calls that need a fresh one. It replaces the session, so the former
 * cookie is no longer valid.
 */

const own = {
  service: 'svc-identity',
  access: 'signed-in',
  setsCookies: true,
  priority: 'first',
} as const;
const limit = { points: 20, windowSeconds: 60, exact: true } as const;
const unaudited = 'Changes nothing but the session; what it is for leaves the entry.';

export const getFreshSession = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/user/fresh-session',
  summary: 'Whether this session is fresh, and how it becomes so',
  replies: {
    200: z.object({ isFresh: z.boolean(), methods: z.array(z.enum(['password', ...SECOND_FACTORS])) }),
  },
  errors: ['UNAUTHENTICATED'],
});

export const createFreshSessionChallenge = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/user/fresh-session/challenge',
  summary: 'What the browser needs to sign in again with a passkey; good for five minutes and one use',
  bodyType: 'none',
  unaudited,
  replies: { 200: PasskeyRequestOptions },
  errors: ['UNAUTHENTICATED', 'CONFLICT', 'RATE_LIMITED'],
  limit,
});

export const refreshSession = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/user/fresh-session',
  summary:
    'Signs in again by a second factor, or by the password where the account has none; the session is fresh for ten minutes',
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('password'), password: z.string().min(1).max(200) }),
    ...SecondFactorProof.options,
  ]),
  unaudited,
  replies: { 200: z.object({ message: z.string() }) },
  errors: [
    'UNAUTHENTICATED',
    'CURRENT_PASSWORD_WRONG',
    'CHALLENGE_EXPIRED',
    'SECOND_FACTOR_INVALID',
    'RATE_LIMITED',
  ],
  limit,
});
