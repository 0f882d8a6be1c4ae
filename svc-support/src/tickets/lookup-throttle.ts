import { DomainError } from '@leadping/service-kit/domain-error';
import { networkOf } from '@leadping/service-kit/http/network';
import { Schema, type Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts wrong ticket numbers and emails by network, exactly across instances and restarts. */
export interface LookupThrottle {
  /** @throws {DomainError} RATE_LIMITED where it is one too many. */
  countWrong: (address: string) => Promise<void>;
}

const MAX_WRONG = 10;
const WINDOW_SECONDS = 15 * 60;
const GUESSES = 'ticket_guesses';

/** The limiter's own documents: exact by the unique key, and dropped by the database when their window has ended. */
const schema = new Schema({ key: String, points: Number, expire: Date });
schema.index({ key: 1 }, { unique: true });
schema.index({ expire: 1 }, { expireAfterSeconds: 0 });

export function buildLookupThrottle(database: Connection): LookupThrottle {
  database.model('TicketGuesses', schema, GUESSES);
  const limiter = new RateLimiterMongo({
    storeClient: database,
    tableName: GUESSES,
    keyPrefix: 'ticket',
    points: MAX_WRONG,
    duration: WINDOW_SECONDS,
    disableIndexesCreation: true,
  });
  return {
    countWrong: async (address) => {
      try {
        await limiter.consume(networkOf(address));
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        const retryAfter = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
        const minutes = Math.ceil(retryAfter / 60);
        throw new DomainError(
          'RATE_LIMITED',
          `Too many wrong attempts. Please try again in ${minutes} min.`,
          {
            retryAfter,
          },
        );
      }
    },
  };
}
