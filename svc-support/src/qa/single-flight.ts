import type { QaProgress } from '@leadping/contracts/support/qa-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { SharedClock } from '@leadping/service-kit/data/shared-clock';
import { Schema, trusted, type Connection } from 'mongoose';
import type { OnProgress } from './check.ts';

interface Running {
  _id: 'qa';
  /** When a run whose process died is taken as ended. */
  until: Date;
  total: number;
  results: QaProgress['results'];
}

const MAX_RUN_MS = 90_000;

const schema = new Schema<Running>({
  _id: String,
  until: { type: Date, required: true },
  total: { type: Number, default: 0 },
  results: {
    type: [{ _id: false, name: String, category: String, status: String, details: String, duration: Number }],
    default: [],
  },
});

export interface SingleFlight {
  /** Allows one run at a time across all instances. `readProgress` of any instance reads its progress. */
  alone: <T>(run: (onProgress: OnProgress) => Promise<T>) => Promise<T>;
  readProgress: () => Promise<QaProgress>;
}

export function buildSingleFlight(database: Connection, clock: SharedClock): SingleFlight {
  const running = database.model<Running>('QaRun', schema, 'qa_runs');
  const alone: SingleFlight['alone'] = async (run) => {
    const now = new Date(clock.now());
    const until = new Date(now.getTime() + MAX_RUN_MS);
    try {
      await running.updateOne(
        { _id: 'qa', until: trusted({ $lt: now }) },
        { $set: { until, total: 0, results: [] } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new DomainError('CONFLICT', 'A test run is already in progress. Please wait until it has ended.');
    }
    try {
      return await run(async (progress) => {
        // The report has all of it in the end: a database that is away must not end the run.
        await running.updateOne({ _id: 'qa', until }, { $set: progress }).catch(() => undefined);
      });
    } finally {
      await running.deleteOne({ _id: 'qa', until });
    }
  };
  const readProgress = async () => {
    const going = await running
      .findOne({ _id: 'qa', until: trusted({ $gte: new Date(clock.now()) }) })
      .lean();
    return { isRunning: going !== null, total: going?.total ?? 0, results: going?.results ?? [] };
  };
  return { alone, readProgress };
}
