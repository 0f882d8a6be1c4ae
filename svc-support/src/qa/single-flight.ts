import { DomainError } from '@leadping/service-kit/domain-error';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { SharedClock } from '@leadping/service-kit/data/shared-clock';
import { Schema, trusted, type Connection } from 'mongoose';

interface Running {
  _id: 'qa';
  /** When a run whose process died is taken as ended. */
  until: Date;
}

const MAX_RUN_MS = 90_000;

const schema = new Schema<Running>({ _id: String, until: { type: Date, required: true } });

/** Lets one run at a time through, across all instances. */
export type SingleFlight = <T>(run: () => Promise<T>) => Promise<T>;

export function buildSingleFlight(database: Connection, clock: SharedClock): SingleFlight {
  const running = database.model<Running>('QaRun', schema, 'qa_runs');
  return async (run) => {
    const now = new Date(clock.now());
    const until = new Date(now.getTime() + MAX_RUN_MS);
    try {
      await running.updateOne(
        { _id: 'qa', until: trusted({ $lt: now }) },
        { $set: { until } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new DomainError('CONFLICT', 'A test run is already going on. Please wait until it has ended.');
    }
    try {
      return await run();
    } finally {
      await running.deleteOne({ _id: 'qa', until });
    }
  };
}
