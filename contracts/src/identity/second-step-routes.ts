import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { AuthenticatorCode } from './second-factor-routes.ts';
import { User } from './session-routes.ts';
import { PasskeyAssertion, PasskeyRequestOptions } from './webauthn.ts';

/*
 * Sign-in with a second factor. `POST /api/login` refuses with SECOND_FACTOR_REQUIRED and keeps the first step in a
 * cookie of this browser for five minutes. A passkey with user verification needs no first step.
 */

export const SECOND_FACTORS = ['passkey', 'authenticator', 'recovery-code'] as const;

/** 140 bits in seven groups, such as `7k2m-9xqr-4d3f-h8wz-2n6t-vb5c-k3pd`. Dashes, spaces and case are ignored. */
const RecoveryCode = z.string().min(16).max(100);

/** Proof of one second factor. */
export const SecondFactorProof = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('passkey'), credential: PasskeyAssertion }),
  z.strictObject({ method: z.literal('authenticator'), code: AuthenticatorCode }),
  z.strictObject({ method: z.literal('recovery-code'), code: RecoveryCode }),
]);
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

const signIn = { service: 'svc-identity', access: 'anyone', setsCookies: true, priority: 'first' } as const;
const limit = { points: 20, windowSeconds: 60, exact: true, knownBrowsers: true } as const;

export const getSecondStep = defineRoute({
  ...signIn,
  method: 'GET',
  path: '/api/login/second-step',
  summary: 'By which second factors the sign-in of this browser can be completed',
  replies: { 200: z.object({ methods: z.array(z.enum(SECOND_FACTORS)), expiresAt: IsoDate }) },
  errors: ['CHALLENGE_EXPIRED'],
});

export const createSecondStepChallenge = defineRoute({
  ...signIn,
  method: 'POST',
  path: '/api/login/second-step/challenge',
  summary: 'What the browser needs to use a passkey as the second factor; good for one use',
  bodyType: 'none',
  replies: { 200: PasskeyRequestOptions },
  errors: ['CHALLENGE_EXPIRED', 'RATE_LIMITED'],
  limit,
});

export const completeSignIn = defineRoute({
  ...signIn,
  method: 'POST',
  path: '/api/login/second-step',
  summary: 'Completes the sign-in by a second factor and sets the session cookie',
  body: SecondFactorProof,
  replies: { 200: User },
  errors: ['CHALLENGE_EXPIRED', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  limit,
});

export const createPasskeySignInChallenge = defineRoute({
  ...signIn,
  method: 'POST',
  path: '/api/login/passkey/challenge',
  summary: 'What the browser needs to sign in with a passkey alone; good for five minutes and one use',
  bodyType: 'none',
  replies: { 200: PasskeyRequestOptions },
  errors: ['RATE_LIMITED'],
  limit,
});

export const signInWithPasskey = defineRoute({
  ...signIn,
  method: 'POST',
  path: '/api/login/passkey',
  summary: 'Signs in with a passkey that verified its user, without user name or password',
  body: z.strictObject({ credential: PasskeyAssertion }),
  replies: { 200: User },
  errors: ['CHALLENGE_EXPIRED', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  limit,
});
