import { z } from 'zod';
import { cleanCode } from '../pasted.ts';
import { IsoDate, nameLine } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { PasskeyCreationOptions, PasskeyRegistration } from './webauthn.ts';

/*
 * The second factors of the caller's account: passkeys, codes of an authenticator app, and recovery codes in case
 * both are lost. Adding or removing one needs a fresh session and mails the owner.
 */

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: IsoDate,
  lastUsedAt: IsoDate.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const SecondFactors = z.object({
  passkeys: z.array(Passkey),
  /** The authenticator app. Null if none is set up. */
  authenticator: z.object({ createdAt: IsoDate }).nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether the last factor cannot be removed. */
  isRequired: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Six digits, optionally with spaces. */
export const AuthenticatorCode = z
  .string()
  .max(20)
  .transform(cleanCode)
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that the app shows.'));

const PasskeyName = nameLine(60, 1);
const PasskeyParams = z.object({ id: z.string().regex(/^[\w-]{10,1400}$/) });
/** The codes are shown only in this reply. Null if earlier codes are still valid. */
const NewRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });

const own = { service: 'svc-identity', access: 'signed-in', setsCookies: true } as const;
const limit = { points: 30, windowSeconds: 60, exact: true } as const;
const CHALLENGE = 'A challenge changes nothing; what it is for leaves the entry.';

export const listSecondFactors = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/user/second-factors',
  summary: 'Passkeys, authenticator app and recovery codes of the account',
  replies: { 200: SecondFactors },
  errors: ['UNAUTHENTICATED'],
});

export const createPasskeyChallenge = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/user/passkeys/challenge',
  summary: 'What the browser needs to make a passkey; good for five minutes and one use',
  bodyType: 'none',
  freshSession: true,
  unaudited: CHALLENGE,
  replies: { 200: PasskeyCreationOptions },
  errors: ['UNAUTHENTICATED', 'CONFLICT'],
  limit,
});

export const addPasskey = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/user/passkeys',
  summary: 'Adds a passkey to the account; the first second factor comes with recovery codes',
  body: z.strictObject({ name: PasskeyName, credential: PasskeyRegistration }),
  freshSession: true,
  replies: { 201: NewRecoveryCodes.extend({ passkey: Passkey }) },
  errors: ['UNAUTHENTICATED', 'CHALLENGE_EXPIRED', 'PASSKEY_REFUSED', 'CONFLICT'],
  limit,
});

export const renamePasskey = defineRoute({
  ...own,
  method: 'PUT',
  path: '/api/user/passkeys/:id',
  summary: 'Renames a passkey of the account',
  params: PasskeyParams,
  body: z.strictObject({ name: PasskeyName }),
  replies: { 200: Passkey },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const removePasskey = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  summary: 'Removes a passkey of the account',
  params: PasskeyParams,
  freshSession: true,
  replies: { 200: SecondFactors },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'LAST_SECOND_FACTOR', 'CONFLICT'],
});

export const createAuthenticatorSecret = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/user/authenticator/secret',
  summary:
    'A secret for an authenticator app; good for five minutes, and in use once a code of it is confirmed',
  bodyType: 'none',
  freshSession: true,
  unaudited: CHALLENGE,
  replies: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  errors: ['UNAUTHENTICATED', 'CONFLICT'],
  limit,
});

export const confirmAuthenticator = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/user/authenticator',
  summary:
    'Puts the authenticator app in use by a code of it; the first second factor comes with recovery codes',
  body: z.strictObject({ code: AuthenticatorCode }),
  freshSession: true,
  replies: { 201: NewRecoveryCodes },
  errors: ['UNAUTHENTICATED', 'CHALLENGE_EXPIRED', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED', 'CONFLICT'],
  limit,
});

export const removeAuthenticator = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/user/authenticator',
  summary: 'Removes the authenticator app from the account',
  freshSession: true,
  replies: { 200: SecondFactors },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'LAST_SECOND_FACTOR', 'CONFLICT'],
});

export const renewRecoveryCodes = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/user/recovery-codes',
  summary: 'Replaces the recovery codes by ten new ones; this reply is the only one that shows them',
  bodyType: 'none',
  freshSession: true,
  replies: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
  errors: ['UNAUTHENTICATED', 'CONFLICT'],
  limit,
});
