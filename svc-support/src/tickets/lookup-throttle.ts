import { DomainError } from '@leadping/service-kit/domain-error';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { Schema, trusted, type Connection } from 'mongoose';
import { createHash } from 'node:crypto';

/** Counts wrong ticket numbers and emails by address, exactly across instances and restarts. */
export interface LookupThrottle {
  /** @throws {DomainError} RATE_LIMITED where it is one too many. */
  countWrong: (address: string) => Promise<void>;
}

interface Guesses {
  _id: string;
  wrong: number;
  expiresAt: Date;
}

const MAX_WRONG = 10;
const WINDOW_MS = 15 * 60_000;

const schema = new Schema<Guesses>({
  _id: String,
  wrong: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function buildLookupThrottle(database: Connection): LookupThrottle {
  const guesses = database.model<Guesses>('TicketGuesses', schema, 'ticket_guesses');

  const count = async (_id: string): Promise<Guesses> => {
    const now = new Date();
    const counted = await guesses
      .findOneAndUpdate(
        { _id, expiresAt: trusted({ $gt: now }) },
        { $inc: { wrong: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    if (counted) return counted;
    // The first of a window; the database removes what expired only now and then.
    const opened = { wrong: 1, expiresAt: new Date(now.getTime() + WINDOW_MS) };
    await guesses.updateOne({ _id, expiresAt: trusted({ $lte: now }) }, { $set: opened }, { upsert: true });
    return { _id, ...opened };
  };

  return {
    countWrong: async (address) => {
      const _id = createHash('sha256').update(address).digest('base64url');
      // Two first ones at once: the second finds the window that the other opened.
      const { wrong, expiresAt } = await count(_id).catch((error: unknown) =>
        isDuplicateKey(error) ? count(_id) : Promise.reject(error),
      );
      if (wrong <= MAX_WRONG) return;
      const retryAfter = Math.max(1, (expiresAt.getTime() - Date.now()) / 1000);
      const minutes = Math.ceil(retryAfter / 60);
      throw new DomainError('RATE_LIMITED', `Too many wrong attempts. Please try again in ${minutes} min.`, {
        retryAfter,
      });
    },
  };
}
