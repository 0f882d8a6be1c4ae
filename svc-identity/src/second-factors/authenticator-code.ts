import { BRAND } from '@leadping/contracts/brand';
import type { SealedPlace } from '@leadping/service-kit/data/sealed-text';
import { trusted, type Types } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';

const STEP_SECONDS = 30;
/** Accepted steps before and after the current one, because phones' clocks differ. */
const WINDOW = 1;

const authenticatorPlace = (userId: Types.ObjectId): SealedPlace =>
  `users/${userId.toHexString()}/authenticator`;

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, half a minute. */
function authenticatorOf(secret: string, username = ''): TOTP {
  return new TOTP({
    issuer: BRAND.name,
    label: username,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });
}

/** Creates a secret of 160 bits, in the format of authenticator apps and sealed. */
export function newAuthenticatorSecret(
  { sealer }: Pick<IdentityContext, 'sealer'>,
  user: Pick<User, '_id' | 'username'>,
) {
  const secret = new Secret({ size: 20 }).base32;
  return {
    secret,
    uri: authenticatorOf(secret, user.username).toString(),
    sealedSecret: sealer.seal(secret, authenticatorPlace(user._id)),
  };
}

/** @returns the time step of the code, or null if the code is wrong. The comparison takes the same time for every code. */
export function stepOfCode(
  { sealer, clock }: IdentityContext,
  userId: Types.ObjectId,
  { sealedSecret, code }: { sealedSecret: string; code: string },
): number | null {
  const timestamp = clock.now();
  const secret = sealer.open(sealedSecret, authenticatorPlace(userId));
  const delta = authenticatorOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

/** Uses up a code. Parallel uses and later ones within its minute are refused. */
export async function useCode(identity: IdentityContext, user: User, code: string): Promise<boolean> {
  if (!user.authenticator) return false;
  const step = stepOfCode(identity, user._id, { sealedSecret: user.authenticator.sealedSecret, code });
  if (step === null) return false;
  const { matchedCount } = await identity.users.updateOne(
    {
      _id: user._id,
      'authenticator.sealedSecret': user.authenticator.sealedSecret,
      'authenticator.lastUsedStep': trusted({ $lt: step }),
    },
    { $set: { 'authenticator.lastUsedStep': step } },
  );
  return matchedCount > 0;
}
