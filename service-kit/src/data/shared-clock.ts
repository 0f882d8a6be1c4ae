import type { Connection } from 'mongoose';

/**
 * The time that all instances agree on: the database's. Leases are made and judged by it, so that a machine whose clock
 * is wrong neither takes what another has leased nor leaves what is due.
 */
export interface SharedClock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now: () => number;
  /** Reads the database's time again; what differs since is a drift of milliseconds. */
  adjust: () => Promise<void>;
}

/** @throws where the database does not reply. */
export async function openSharedClock(database: Connection): Promise<SharedClock> {
  /** What must be added to this process's own steady clock, which nobody sets. */
  let offset = 0;
  const adjust = async () => {
    const sentAt = performance.now();
    const { localTime } = (await database.getClient().db().command({ hello: 1 })) as { localTime: Date };
    offset = localTime.getTime() - (sentAt + performance.now()) / 2;
  };
  await adjust();
  return { now: () => performance.now() + offset, adjust };
}
