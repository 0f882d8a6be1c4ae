import type { Passkey } from '@leadping/contracts/identity/second-factor-routes';
import type { PasskeyRegistration } from '@leadping/contracts/identity/webauthn';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { IdentityContext } from '../context.ts';
import { expired, takeChallenge, type ChallengeId } from '../challenges/challenges.ts';
import type { StoredPasskey, User } from '../users/user.model.ts';
import { changeSecondFactors } from './change-second-factors.ts';
import { showPasskey } from './list-second-factors.ts';
import { ALGORITHMS } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

const MAX_PASSKEYS = 20;

/** @throws {DomainError} CHALLENGE_EXPIRED, PASSKEY_REFUSED, CONFLICT */
export async function addPasskey(
  identity: IdentityContext,
  user: User,
  form: { name: string; credential: PasskeyRegistration; challengeId: ChallengeId },
) {
  const challenge = await takeChallenge(identity, form.challengeId);
  if (!challenge.userId?.equals(user._id)) throw expired();
  const { passkeys = [] } = user;
  if (passkeys.length >= MAX_PASSKEYS) {
    throw new DomainError('CONFLICT', `An account has ${MAX_PASSKEYS} passkeys at most. Remove one first.`);
  }
  const { credential } = await registered(identity, form.credential, challenge.nonce ?? '');
  const passkey: StoredPasskey = {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name: form.name,
    createdAt: new Date(),
  };
  const changed = await changeSecondFactors(identity, user, {
    change: 'passkey-added',
    name: form.name,
    next: { passkeys: [...passkeys, passkey] },
  });
  return { ...changed, passkey: showPasskey(passkey) };
}

async function registered(identity: IdentityContext, credential: PasskeyRegistration, nonce: string) {
  const { id: rpId, origin } = relyingParty(identity);
  const { verifyRegistrationResponse } = await webauthn();
  const verification = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: nonce,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    // The library throws a plain error for every mismatch.
    throw new DomainError('PASSKEY_REFUSED', 'This passkey was not accepted. Please try again.', { cause });
  });
  if (!verification.verified) {
    throw new DomainError('PASSKEY_REFUSED', 'This passkey was not accepted. Please try again.');
  }
  return verification.registrationInfo;
}

/** @throws {DomainError} NOT_FOUND */
export async function renamePasskey(
  { users }: IdentityContext,
  user: User,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const before = getPasskey(user, id);
  const renamed = await users
    .findOneAndUpdate(
      { _id: user._id, 'passkeys.credentialId': id },
      { $set: { 'passkeys.$.name': name } },
      { returnDocument: 'after' },
    )
    .lean();
  if (!renamed) throw notFound();
  recordChange({
    target: user._id.toHexString(),
    before: { passkey: before.name },
    after: { passkey: name },
  });
  return showPasskey(getPasskey(renamed, id));
}

/** @throws {DomainError} NOT_FOUND, LAST_SECOND_FACTOR, CONFLICT */
export function removePasskey(identity: IdentityContext, user: User, id: string) {
  const { name } = getPasskey(user, id);
  return changeSecondFactors(identity, user, {
    change: 'passkey-removed',
    name,
    next: { passkeys: user.passkeys?.filter(({ credentialId }) => credentialId !== id) },
  });
}

function getPasskey({ passkeys = [] }: User, id: string): StoredPasskey {
  const found = passkeys.find(({ credentialId }) => credentialId === id);
  if (!found) throw notFound();
  return found;
}

const notFound = () => new DomainError('NOT_FOUND', 'This passkey was removed already.');
