import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Delivery } from './delivery.ts';

interface Schema extends DBSchema {
  deliveries: {
    key: string;
    value: Delivery;
    indexes: { due: [string, number]; captured: number; press: string };
  };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('outbox', 1, {
    upgrade(database) {
      const deliveries = database.createObjectStore('deliveries', { keyPath: 'id' });
      deliveries.createIndex('due', ['state', 'nextAttemptAt']);
      deliveries.createIndex('captured', 'capturedAt');
      deliveries.createIndex('press', 'pressId');
    },
    // A newer version of the extension waits for us to let go.
    blocking: (_old, _new, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/**
 * Adds the rows of a press that are not available: received twice, it stays one. The rows are on the disk when this
 * resolves (`strict`; Chrome's default is relaxed since 121).
 */
export async function addDeliveries(deliveries: readonly Delivery[]): Promise<void> {
  const transaction = (await open()).transaction('deliveries', 'readwrite', { durability: 'strict' });
  for (const delivery of deliveries) {
    if ((await transaction.store.getKey(delivery.id)) === undefined) await transaction.store.add(delivery);
  }
  await transaction.done;
}

/**
 * Takes a row that is due, and leases it in the same transaction: two runs at once never send one row twice.
 * @param isFree whether one more row of a configuration may be sent now.
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

/** Writes a changed row back, unless it was deleted meanwhile. */
export async function saveDelivery(delivery: Delivery): Promise<void> {
  const transaction = (await open()).transaction('deliveries', 'readwrite');
  if ((await transaction.store.getKey(delivery.id)) !== undefined) await transaction.store.put(delivery);
  await transaction.done;
}

/** Makes the waiting rows of a configuration due no sooner than at a time. */
export async function postpone(configurationId: string, time: number): Promise<void> {
  const transaction = (await open()).transaction('deliveries', 'readwrite');
  // Without the time itself: there a changed row would come by again.
  const sooner = IDBKeyRange.bound(['waiting', 0], ['waiting', time], false, true);
  let cursor = await transaction.store.index('due').openCursor(sooner);
  for (; cursor; cursor = await cursor.continue()) {
    if (cursor.value.configurationId === configurationId)
      await cursor.update({ ...cursor.value, nextAttemptAt: time });
  }
  await transaction.done;
}

/** When the next waiting row is due; null where none waits. */
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

/** The rows of one press. */
export async function listOfPress(pressId: string): Promise<Delivery[]> {
  return (await open()).getAllFromIndex('deliveries', 'press', pressId);
}

/** All rows, the newest first. */
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

/** Makes waiting rows due at once, and with `alsoFinished` the others as well. @returns how many. */
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

/** Deletes rows. @returns how many. */
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
