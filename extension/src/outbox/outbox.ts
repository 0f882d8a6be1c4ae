import type { DBSchema } from 'idb';
import { databaseOpener } from '../open-database.ts';
import type { Delivery } from './delivery.ts';

interface Schema extends DBSchema {
  deliveries: {
    key: string;
    value: Delivery;
    indexes: { due: [string, number]; captured: number; press: string };
  };
}

const open = databaseOpener<Schema>('outbox', (database) => {
  const deliveries = database.createObjectStore('deliveries', { keyPath: 'id' });
  deliveries.createIndex('due', ['state', 'nextAttemptAt']);
  deliveries.createIndex('captured', 'capturedAt');
  deliveries.createIndex('press', 'pressId');
});

/**
 * Adds the missing rows of a press, so that a press that is received twice is stored once. The rows are on
 * the disk when this resolves (`strict`, because Chrome's default is relaxed since 121).
 */
export async function addDeliveries(deliveries: readonly Delivery[]): Promise<void> {
  const transaction = (await open()).transaction('deliveries', 'readwrite', { durability: 'strict' });
  for (const delivery of deliveries) {
    if ((await transaction.store.getKey(delivery.id)) === undefined) await transaction.store.add(delivery);
  }
  await transaction.done;
}

/**
 * Takes a due row and leases it in the same transaction, so that concurrent runs never send a row twice.
 * @param isFree whether one more row of a configuration may be sent now
 */
export async function leaseDue(options: {
  now: number;
  leaseMs: number;
  workerId: string;
  isFree: (configurationId: string) => boolean;
}): Promise<Delivery | undefined> {
  const { now, leaseMs, workerId, isFree } = options;
  const transaction = (await open()).transaction('deliveries', 'readwrite');
  let taken: Delivery | undefined;
  const due = IDBKeyRange.bound(['waiting', 0], ['waiting', now]);
  let cursor = await transaction.store.index('due').openCursor(due);
  while (cursor && !taken) {
    const delivery = cursor.value;
    const isLeased = delivery.leasedBy === workerId && delivery.leaseUntil > now;
    if (!isLeased && isFree(delivery.configurationId)) {
      const attempts = delivery.attempts + 1;
      taken = { ...delivery, leasedBy: workerId, leaseUntil: now + leaseMs, attempts };
      await cursor.update(taken);
    } else cursor = await cursor.continue();
  }
  await transaction.done;
  return taken;
}

export async function saveDelivery(delivery: Delivery): Promise<void> {
  const transaction = (await open()).transaction('deliveries', 'readwrite');
  if ((await transaction.store.getKey(delivery.id)) !== undefined) await transaction.store.put(delivery);
  await transaction.done;
}

/** Delays the waiting rows of a configuration until at least this time. */
export async function postpone(configurationId: string, time: number): Promise<void> {
  const transaction = (await open()).transaction('deliveries', 'readwrite');
  // The range excludes the time itself, otherwise the cursor would visit changed rows again.
  const sooner = IDBKeyRange.bound(['waiting', 0], ['waiting', time], false, true);
  let cursor = await transaction.store.index('due').openCursor(sooner);
  for (; cursor; cursor = await cursor.continue()) {
    if (cursor.value.configurationId === configurationId)
      await cursor.update({ ...cursor.value, nextAttemptAt: time });
  }
  await transaction.done;
}

/** The time of the next waiting row, in ms. Null if no row waits. */
export async function findNextDue(): Promise<number | null> {
  const index = (await open()).transaction('deliveries').store.index('due');
  const cursor = await index.openCursor(IDBKeyRange.bound(['waiting', 0], ['waiting', Infinity]));
  return cursor ? cursor.value.nextAttemptAt : null;
}

export async function countByState(): Promise<Record<Delivery['state'], number>> {
  const index = (await open()).transaction('deliveries').store.index('due');
  const count = (state: Delivery['state']) => index.count(IDBKeyRange.bound([state, 0], [state, Infinity]));
  const [waiting, sent, unconfirmed, failed] = await Promise.all([
    count('waiting'),
    count('sent'),
    count('unconfirmed'),
    count('failed'),
  ]);
  return { waiting, sent, unconfirmed, failed };
}

export async function listOfPress(pressId: string): Promise<Delivery[]> {
  return (await open()).getAllFromIndex('deliveries', 'press', pressId);
}

export async function listDeliveries(): Promise<Delivery[]> {
  return (await (await open()).getAllFromIndex('deliveries', 'captured')).reverse();
}

/** The rows of the newest presses, the newest first. */
export async function listNewest(max: number): Promise<Delivery[]> {
  const index = (await open()).transaction('deliveries').store.index('captured');
  const rows: Delivery[] = [];
  let cursor = await index.openCursor(null, 'prev');
  for (; cursor && rows.length < max; cursor = await cursor.continue()) rows.push(cursor.value);
  return rows;
}

/**
 * Makes waiting rows due immediately, and with `alsoFinished` the other rows as well. @returns their number
 */
export async function requeue(
  matches: (delivery: Delivery) => boolean,
  options: { alsoFinished: boolean },
): Promise<number> {
  const transaction = (await open()).transaction('deliveries', 'readwrite', { durability: 'strict' });
  let count = 0;
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
    const delivery = cursor.value;
    const isOpen = delivery.state === 'waiting' || options.alsoFinished;
    if (!isOpen || !matches(delivery)) continue;
    await cursor.update({ ...delivery, state: 'waiting', nextAttemptAt: 0, finishedAt: null });
    count += 1;
  }
  await transaction.done;
  return count;
}

export async function removeDeliveries(matches: (delivery: Delivery) => boolean): Promise<number> {
  const transaction = (await open()).transaction('deliveries', 'readwrite');
  let count = 0;
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (!matches(cursor.value)) continue;
    await cursor.delete();
    count += 1;
  }
  await transaction.done;
  return count;
}
