import { Schema, type Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts actions by key, exactly across instances and restarts. */
export interface Throttle {
  /** @returns seconds after which the next one is within the limit; 0 where this one is. */
  count: (key: string) => Promise<number>;
}

interface ThrottleOptions {
  model: string;
  collection: string;
  max: number;
  seconds: number;
}

export function buildThrottle(
  database: Connection,
  { model, collection, max, seconds }: ThrottleOptions,
): Throttle {
  // The limiter's own documents: exact by the unique key, and dropped by the database when their window has ended.
  const schema = new Schema({ key: String, points: Number, expire: Date });
  schema.index({ key: 1 }, { unique: true });
  schema.index({ expire: 1 }, { expireAfterSeconds: 0 });
  database.model(model, schema, collection);
  const limiter = new RateLimiterMongo({
    storeClient: database,
    tableName: collection,
    keyPrefix: 'ticket',
    points: max,
    duration: seconds,
    disableIndexesCreation: true,
  });
  return {
    count: async (key) => {
      try {
        await limiter.consume(key);
        return 0;
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
      }
    },
  };
}
