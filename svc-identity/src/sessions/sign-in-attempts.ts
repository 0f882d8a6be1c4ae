import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { trusted, type Model } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import type { SignInAttempts } from './sign-in-attempts.model.ts';

/** Pause in seconds by the number of consecutive failures. The last value applies to all further failures. */
const PAUSES = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 300];
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/**
 * Counts an attempt as failed before the password is checked, so that parallel guesses cannot avoid the pause.
 * `forgetAttempts` resets the count.
 * @param account the name as typed
 * @param source attempts from one source do not pause another
 * @throws {DomainError} RATE_LIMITED during the pause
 */
export async function countAttempt(
  { attempts, clock }: Pick<IdentityContext, 'attempts' | 'clock'>,
  account: string,
  source: string,
): Promise<void> {
  const _id = keyOf(`${account} ${source}`);
  const now = clock.now();
  // One write decides. During a pause nothing matches, and the upsert collides with the existing document. A free
  // attempt ignores the time, because it would seem too early if another instance's clock is some milliseconds ahead.
  const isPauseOver = PAUSES.map((seconds, failures) => ({
    failures: failures === PAUSES.length - 1 ? trusted({ $gte: failures }) : failures,
    ...(seconds === 0 ? {} : { lastAt: trusted({ $lte: new Date(now - seconds * 1000) }) }),
  }));
  const count = () =>
    attempts.updateOne(
      { _id, $or: isPauseOver },
      {
        $inc: { failures: 1 },
        $set: {
          accountKey: keyOf(account),
          lastAt: new Date(now),
          expiresAt: new Date(now + FORGOTTEN_AFTER_MS),
        },
      },
      { upsert: true },
    );
  try {
    // Two first attempts at the same time collide too. The second round then finds the document.
    await count().catch((error: unknown) => (isDuplicateKey(error) ? count() : Promise.reject(error)));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const retryAfter = await secondsLeft(attempts, _id, now);
    throw new DomainError(
      'RATE_LIMITED',
      `Too many attempts. Please try again in ${durationText(retryAfter)}.`,
      {
        retryAfter,
      },
    );
  }
}

/**
 * Runs the check of a counted attempt. If it throws, for example because too many users sign in, the attempt no longer
 * counts, because it was no guess.
 */
export async function uncountOnError<T>(
  { attempts }: Pick<IdentityContext, 'attempts'>,
  { account, source }: { account: string; source: string },
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await attempts.updateOne(
      { _id: keyOf(`${account} ${source}`), failures: trusted({ $gt: 0 }) },
      { $inc: { failures: -1 } },
    );
    throw error;
  }
}

export async function forgetAttempts(
  { attempts }: Pick<IdentityContext, 'attempts'>,
  accounts: string[],
): Promise<void> {
  await attempts.deleteMany({ accountKey: trusted({ $in: accounts.map(keyOf) }) });
}

/** Resets one source only. The attempts of strangers still count. */
export async function forgetAttemptsFrom(
  { attempts }: Pick<IdentityContext, 'attempts'>,
  account: string,
  source: string,
): Promise<void> {
  await attempts.deleteOne({ _id: keyOf(`${account} ${source}`) });
}

async function secondsLeft(attempts: Model<SignInAttempts>, _id: string, now: number): Promise<number> {
  const made = await attempts.findOne({ _id }).lean();
  if (!made) return 1;
  const pause = PAUSES[Math.min(made.failures, PAUSES.length - 1)] ?? 0;
  // The clock of another process may be some milliseconds ahead.
  const since = Math.max(0, now - made.lastAt.getTime());
  return Math.max(1, pause - Math.floor(since / 1000));
}

function keyOf(account: string): string {
  return hashSecretToken(account.toLowerCase());
}
