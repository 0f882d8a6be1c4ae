import { openSharedClock, type SharedClock } from '@leadping/service-kit/data/shared-clock';
import type { Connection } from 'mongoose';

/**
 * The database's clock. Uses this machine's clock until the database replies, because the gateway starts without it.
 */
export function databaseClock(database: Connection): SharedClock {
  let clock: SharedClock | undefined;
  return {
    now: () => clock?.now() ?? Date.now(),
    adjust: async () => {
      if (clock) await clock.adjust();
      else clock = await openSharedClock(database);
    },
  };
}
