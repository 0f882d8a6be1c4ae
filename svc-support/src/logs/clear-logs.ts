import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

const DAY_MS = 24 * 3600_000;

/** Deletes lines older than this number of days. @returns the number of deleted lines */
export async function clearLogs({ logs }: Pick<SupportContext, 'logs'>, days: number): Promise<number> {
  const { deletedCount } = await logs.deleteMany({
    at: trusted({ $lt: new Date(Date.now() - days * DAY_MS) }),
  });
  return deletedCount;
}
