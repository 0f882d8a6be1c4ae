import type { Connection } from 'mongoose';

/**
 * The database's time, on which all instances agree. Leases use it, so that a machine with a wrong clock neither takes
 * another instance's lease nor leaves due work.
 */
export interface SharedClock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now: () => number;
  /** Reads the database's time again, to correct a drift of milliseconds. */
  adjust: () => Promise<void>;
}

/** @throws if the database does not reply */
export async function openSharedClock(database: Connection): Promise<SharedClock> {
  /** Offset to this process's monotonic clock, which nobody can set. */
  let offset = 0;
  const adjust = async () => {
    const sentAt = performance.now();
    const { localTime } = (await database.getClient().db().command({ hello: 1 })) as { localTime: Date };
    offset = localTime.getTime() - (sentAt + performance.now()) / 2;
  };
  await adjust();
  return { now: () => performance.now() + offset, adjust };
}
