import type { PasskeyAssertion } from '@leadping/contracts/identity/webauthn';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { expired } from '../challenges/challenges.ts';
import type { Challenge } from '../challenges/challenge.model.ts';
import type { StoredPasskey, User } from '../users/user.model.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

interface Use {
  user: User;
  credential: PasskeyAssertion;
  /** Already consumed: a challenge is single-use, even if verification fails. */
  challenge: Challenge;
  /** The passkey is the only factor, so the authenticator must have verified its user. */
  isAlone: boolean;
}

/** @throws {DomainError} SECOND_FACTOR_INVALID, CHALLENGE_EXPIRED */
export async function verifyPasskey(identity: IdentityContext, use: Use): Promise<void> {
  const { user, credential } = use;
  if (use.challenge.userId && !use.challenge.userId.equals(user._id)) throw expired();
  const passkey = user.passkeys?.find(({ credentialId }) => credentialId === credential.id);
  const { userHandle } = credential.response;
  const isTheirs = userHandle === undefined || userHandle === Buffer.from(user._id.id).toString('base64url');
  const counter = passkey && isTheirs ? await verifiedCounter(identity, use, passkey) : null;
  if (!passkey || counter === null) {
    identity.record({
      level: 'warning',
      category: 'auth',
      message: 'Passkey refused',
      nextStep: 'Nothing to do unless many follow. The user can sign in with the password.',
      data: { username: user.username },
    });
    throw invalid();
  }
  // A signature counter that does not increase indicates a cloned authenticator (WebAuthn §6.1.1).
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    identity.record({
      level: 'error',
      category: 'auth',
      message: 'Passkey refused: there may be a copy of it',
      nextStep: 'Ask the user to remove this passkey in their profile and to add a new one.',
      data: { username: user.username, passkey: passkey.name, counter, expectedAbove: passkey.counter },
    });
    throw invalid();
  }
  const { matchedCount } = await identity.users.updateOne(
    {
      _id: user._id,
      passkeys: trusted({ $elemMatch: { credentialId: passkey.credentialId, counter: passkey.counter } }),
    },
    { $set: { 'passkeys.$.counter': counter, 'passkeys.$.lastUsedAt': new Date() } },
  );
  if (matchedCount === 0) throw invalid();
}

/** @returns the authenticator's counter, or null if the signature, the origin or the challenge does not match */
async function verifiedCounter(
  identity: IdentityContext,
  { credential, challenge, isAlone }: Use,
  passkey: StoredPasskey,
): Promise<number | null> {
  const { id: rpId, origin } = relyingParty(identity);
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge.nonce ?? '',
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: isAlone,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        // The caller compares the counter and logs a mismatch.
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    // The library throws a plain error for every mismatch.
    identity.log.info({ err: error, userId: challenge.userId }, 'passkey did not verify');
    return null;
  }
}

const invalid = () =>
  new DomainError('SECOND_FACTOR_INVALID', 'This passkey was not accepted. Please try again.');
