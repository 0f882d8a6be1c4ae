import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import type { Challenge } from './challenge.model.ts';

export const CHALLENGE_SECONDS = 300;

type Purpose =
  | 'second-step'
  | 'second-step-passkey'
  | 'passkey-sign-in'
  | 'passkey-registration'
  | 'authenticator'
  | 'fresh-session';
/** @see Challenge._id */
export type ChallengeId = `${Purpose} ${string}`;

type Challenges = Pick<IdentityContext, 'challenges' | 'clock'>;

/** Replaces an earlier one of the same browser or session. */
export async function saveChallenge(
  { challenges, clock }: Challenges,
  _id: ChallengeId,
  fields: Omit<Challenge, '_id' | 'expiresAt'>,
): Promise<void> {
  const expiresAt = new Date(clock.now() + CHALLENGE_SECONDS * 1000);
  const save = () => challenges.replaceOne({ _id }, { ...fields, expiresAt }, { upsert: true });
  // Two first ones at the same time collide; for them the second round finds the document.
  await save().catch((error: unknown) => (isDuplicateKey(error) ? save() : Promise.reject(error)));
}

/** @throws {DomainError} CHALLENGE_EXPIRED */
export async function getChallenge({ challenges, clock }: Challenges, _id: ChallengeId): Promise<Challenge> {
  const found = await challenges.findOne({ _id, expiresAt: trusted({ $gt: new Date(clock.now()) }) }).lean();
  if (!found) throw expired();
  return found;
}

/** Uses it up: of parallel uses one gets it. @throws {DomainError} CHALLENGE_EXPIRED */
export async function takeChallenge({ challenges, clock }: Challenges, _id: ChallengeId): Promise<Challenge> {
  const taken = await challenges
    .findOneAndDelete({ _id, expiresAt: trusted({ $gt: new Date(clock.now()) }) })
    .lean();
  if (!taken) throw expired();
  return taken;
}

export const expired = () =>
  new DomainError('CHALLENGE_EXPIRED', 'This took too long or was used already. Please start again.');
