import { DomainError } from '@leadping/service-kit/domain-error';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { Schema, trusted, type Connection } from 'mongoose';
import { createHash } from 'node:crypto';

/** Counts wrong ticket numbers and emails by address, exactly across instances and restarts. */
export interface LookupThrottle {
  /** How an address is kept. */
  hashOf: (address: string) => string;
  /** @throws {DomainError} RATE_LIMITED after too many wrong guesses. */
  refuseGuesser: (address: string) => Promise<void>;
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

export function buildGuessGuard(database: Connection): LookupThrottle {
  const guesses = database.model<Guesses>('TicketGuesses', schema, 'ticket_guesses');
  const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url');

  const count = async (_id: string): Promise<void> => {
    const now = new Date();
    const { matchedCount } = await guesses.updateOne(
      { _id, expiresAt: trusted({ $gt: now }) },
      { $inc: { wrong: 1 } },
    );
    if (matchedCount === 1) return;
    // The first of a window; the database removes what expired only now and then.
    await guesses.updateOne(
      { _id, expiresAt: trusted({ $lte: now }) },
      { $set: { wrong: 1, expiresAt: new Date(now.getTime() + WINDOW_MS) } },
      { upsert: true },
    );
  };

  return {
    hashOf,
    refuseGuesser: async (address) => {
      const known = await guesses.findById(hashOf(address)).lean();
      if (!known || known.wrong < MAX_WRONG) return;
      const retryAfter = (known.expiresAt.getTime() - Date.now()) / 1000;
      if (retryAfter <= 0) return;
      throw new DomainError('RATE_LIMITED', 'Too many wrong tries. Please try again later.', { retryAfter });
    },
    countWrong: async (address) => {
      const _id = hashOf(address);
      // Two first ones at once: the second finds the window that the other opened.
      await count(_id).catch((error: unknown) =>
        isDuplicateKey(error) ? count(_id) : Promise.reject(error),
      );
    },
  };
}
