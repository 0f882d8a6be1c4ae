import { notificationSettings } from '@leadping/contracts/commerce/requests';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

const KEPT_MS = 24 * 3600_000;
const CLIENT_ERRORS_MS = 30 * KEPT_MS;

/**
 * Without persistent logging the last 24 hours are kept, with it everything until it is cleared; errors always,
 * but what pages report of themselves for 30 days.
 * Persistent logging is active in test mode only.
 */
export async function dropOldLogs({ logs, bus }: Pick<SupportContext, 'logs' | 'bus'>): Promise<void> {
  // Anybody can make a page report an error: these are never kept for ever.
  await logs.deleteMany({
    category: 'client',
    at: trusted({ $lt: new Date(Date.now() - CLIENT_ERRORS_MS) }),
  });
  const { testMode, persistentLoggingEnabled } = await bus.request(notificationSettings, {});
  if (testMode && persistentLoggingEnabled) return;
  await logs.deleteMany({
    level: trusted({ $in: ['info', 'warning'] }),
    at: trusted({ $lt: new Date(Date.now() - KEPT_MS) }),
  });
}
