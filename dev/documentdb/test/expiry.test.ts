import { beforeAll, expect, it } from '@jest/globals';
import { Long, type Collection, type MongoServerError } from 'mongodb';
import { describeOnDebian, useEngine } from './engine.ts';
import { waitUntil } from './wait-until.ts';

describeOnDebian('what is abandoned', () => {
  const engine = useEngine({ cursorLifetimeMs: 300, transactionLifetimeMs: 1000, cleanUpEveryMs: 100 });
  let numbers: Collection<{ _id: number; group: number }>;

  beforeAll(async () => {
    numbers = engine.client.db('expiry').collection('numbers');
    await numbers.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id, group: _id % 7 })));
  });

  it('expires: a cursor, unless it is set not to', async () => {
    const database = engine.client.db('expiry');
    const firstPage = (extra: object = {}) =>
      database.command({ find: 'numbers', sort: { group: 1 }, batchSize: 3, ...extra });
    const more = (id: unknown) =>
      database.command({ getMore: Long.fromString(String(id)), collection: 'numbers', batchSize: 3 });
    const [expiring, staying] = [await firstPage(), await firstPage({ noCursorTimeout: true })];
    const isGone = async () => {
      // Requesting a page would keep the cursor alive, so count open cursors.
      const status = await database.admin().command({ serverStatus: 1 });
      return status.cursors.open === 1;
    };
    await waitUntil(isGone, 'the end of an idle cursor');

    await expect(more(expiring.cursor.id)).rejects.toMatchObject({ code: 43, codeName: 'CursorNotFound' });
    expect((await more(staying.cursor.id)).cursor.nextBatch).toHaveLength(3);
  });

  it('is rolled back: a transaction, and others may write', async () => {
    const session = engine.client.startSession();
    session.startTransaction();
    await numbers.updateOne({ _id: 1 }, { $set: { group: 100 } }, { session });

    await numbers.updateOne({ _id: 1 }, { $inc: { group: 1000 } });

    expect(await numbers.findOne({ _id: 1 })).toEqual({ _id: 1, group: 1001 });
    const refusal = await session.commitTransaction().catch((error: MongoServerError) => error);
    expect(refusal).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
    await session.endSession();
  });
});
