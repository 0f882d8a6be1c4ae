import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

const DAY_MS = 24 * 3600_000;

/** Deletes the lines that are older than so many days. @returns how many there were */
export async function clearLogs({ logs }: Pick<SupportContext, 'logs'>, days: number): Promise<number> {
  const { deletedCount } = await logs.deleteMany({
    at: trusted({ $lt: new Date(Date.now() - days * DAY_MS) }),
  });
  return deletedCount;
}
