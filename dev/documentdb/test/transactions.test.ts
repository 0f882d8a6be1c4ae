import { beforeEach, expect, it } from '@jest/globals';
import { Long, UUID, type Collection, type MongoServerError } from 'mongodb';
import { describeOnDebian, useEngine } from './engine.ts';
import { RawClient, sendCommand } from './raw-client.ts';
import { waitUntil } from './wait-until.ts';

interface Account {
  _id: string;
  amount: number;
}

const errorReplyOf = (action: Promise<unknown>): Promise<MongoServerError | undefined> =>
  action.then(
    () => undefined,
    (error: MongoServerError) => error,
  );

describeOnDebian('transactions', () => {
  const engine = useEngine();
  let accounts: Collection<Account>;

  beforeEach(async () => {
    const database = engine.client.db('bank');
    await database.dropDatabase();
    accounts = database.collection<Account>('accounts');
    await accounts.insertMany([
      { _id: 'a', amount: 100 },
      { _id: 'b', amount: 0 },
    ]);
  });

  const amounts = async () => (await accounts.find().sort({ _id: 1 }).toArray()).map(({ amount }) => amount);

  it('commit everything or nothing', async () => {
    await engine.client.withSession(async (session) => {
      session.startTransaction();
      await accounts.updateOne({ _id: 'a' }, { $inc: { amount: -30 } }, { session });
      await accounts.updateOne({ _id: 'b' }, { $inc: { amount: 30 } }, { session });
      expect(await amounts()).toEqual([100, 0]);
      await session.commitTransaction();
    });
    expect(await amounts()).toEqual([70, 30]);

    await engine.client.withSession(async (session) => {
      session.startTransaction();
      await accounts.updateOne({ _id: 'a' }, { $inc: { amount: -30 } }, { session });
      await session.abortTransaction();
    });
    expect(await amounts()).toEqual([70, 30]);
  });

  it('that conflict get a write conflict, which the driver retries', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        engine.client.withSession((session) =>
          session.withTransaction(async () => {
            await accounts.updateOne({ _id: 'a' }, { $inc: { amount: -1 } }, { session });
            await accounts.updateOne({ _id: 'b' }, { $inc: { amount: 1 } }, { session });
          }),
        ),
      ),
    );

    expect(await amounts()).toEqual([80, 20]);
  });

  it('that lose a conflict get 112 with the retry label, then 251', async () => {
    const [first, second] = [engine.client.startSession(), engine.client.startSession()];
    first.startTransaction();
    second.startTransaction();
    await accounts.updateOne({ _id: 'a' }, { $inc: { amount: 1 } }, { session: first });

    const conflict = await errorReplyOf(
      accounts.updateOne({ _id: 'a' }, { $inc: { amount: 1 } }, { session: second }),
    );
    const afterwards = await errorReplyOf(accounts.findOne({ _id: 'a' }, { session: second }));

    expect(conflict).toMatchObject({ code: 112, codeName: 'WriteConflict' });
    expect(conflict?.hasErrorLabel('TransientTransactionError')).toBe(true);
    expect(afterwards).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
    await first.commitTransaction();
    await second.abortTransaction();
    await Promise.all([first.endSession(), second.endSession()]);
    expect(await amounts()).toEqual([101, 0]);
  });

  it('read one snapshot and cannot overwrite later changes', async () => {
    const session = engine.client.startSession();
    session.startTransaction();
    await accounts.findOne({ _id: 'a' }, { session });
    await accounts.updateOne({ _id: 'a' }, { $set: { amount: 5 } });

    expect(await accounts.findOne({ _id: 'a' }, { session })).toEqual({ _id: 'a', amount: 100 });
    const refusal = await errorReplyOf(
      accounts.updateOne({ _id: 'a' }, { $inc: { amount: 1 } }, { session }),
    );

    expect(refusal).toMatchObject({ code: 112 });
    await session.abortTransaction();
    await session.endSession();
  });

  it('block other writers until they end', async () => {
    const session = engine.client.startSession();
    session.startTransaction();
    await accounts.updateOne({ _id: 'a' }, { $inc: { amount: 1 } }, { session });
    const outside = accounts.updateOne({ _id: 'a' }, { $inc: { amount: 10 } });
    await session.commitTransaction();
    await outside;
    await session.endSession();

    expect(await amounts()).toEqual([111, 0]);
  });

  it('end with a duplicate key', async () => {
    await accounts.createIndex({ amount: 1 }, { unique: true });
    const session = engine.client.startSession();
    session.startTransaction();
    await accounts.insertOne({ _id: 'c', amount: 7 }, { session });

    expect(await errorReplyOf(accounts.insertOne({ _id: 'd', amount: 7 }, { session }))).toMatchObject({
      code: 11000,
    });
    expect(await errorReplyOf(session.commitTransaction())).toMatchObject({ code: 251 });
    await session.endSession();
    expect(await accounts.countDocuments()).toBe(2);
  });

  it('may be the first to write to a collection', async () => {
    const fresh = engine.client.db('bank').collection('fresh');
    await engine.client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.findOne({ _id: 'a' }, { session });
        await fresh.insertOne({ a: 1 }, { session });
      }),
    );

    expect(await fresh.countDocuments()).toBe(1);
  });

  it('continue with their own cursor', async () => {
    await accounts.insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: `n${i}`, amount: i })));
    await engine.client.withSession((session) =>
      session.withTransaction(async () => {
        const all = await accounts.find({}, { session, batchSize: 25 }).sort({ amount: 1 }).toArray();
        expect(all).toHaveLength(302);
      }),
    );
  });

  it('are rolled back with their session', async () => {
    const lsid = { id: new UUID().toBinary() };
    const { port } = engine.database;
    const begin = { lsid, txnNumber: Long.ONE, autocommit: false, startTransaction: true, $db: 'bank' };
    const updates = [{ q: { _id: 'a' }, u: { $inc: { amount: 1 } } }];
    expect(await sendCommand(port, { update: 'accounts', updates, ...begin })).toMatchObject({ ok: 1 });
    await sendCommand(port, { endSessions: [lsid], $db: 'admin' });

    await accounts.updateOne({ _id: 'a' }, { $inc: { amount: 10 } });
    expect(await amounts()).toEqual([110, 0]);
  });

  it('outlive their first connection', async () => {
    const lsid = { id: new UUID().toBinary() };
    const { port } = engine.database;
    const transaction = { lsid, txnNumber: Long.ONE, autocommit: false };
    const updates = [{ q: { _id: 'a' }, u: { $inc: { amount: 1 } } }];
    const client = await RawClient.open(port);
    client.socket.destroy();
    await sendCommand(port, {
      update: 'accounts',
      updates,
      ...transaction,
      startTransaction: true,
      $db: 'bank',
    });

    expect(await sendCommand(port, { commitTransaction: 1, ...transaction, $db: 'admin' })).toMatchObject({
      ok: 1,
    });
    expect(await sendCommand(port, { commitTransaction: 1, ...transaction, $db: 'admin' })).toMatchObject({
      ok: 1,
    });
    expect(await amounts()).toEqual([101, 0]);
  });

  it.each([
    ['a number that was used', Long.ONE, 117],
    ['a number that is older', Long.ZERO, 225],
  ])('are refused under %s', async (_, txnNumber, code) => {
    const lsid = { id: new UUID().toBinary() };
    const begin = { lsid, autocommit: false, startTransaction: true, $db: 'bank' };
    const find = { find: 'accounts', filter: {} };
    const { port } = engine.database;
    await sendCommand(port, { ...find, ...begin, txnNumber: Long.ONE });

    expect(await sendCommand(port, { ...find, ...begin, txnNumber })).toMatchObject({ ok: 0, code });
    await sendCommand(port, { endSessions: [lsid], $db: 'admin' });
  });

  it('refuse unsupported commands', async () => {
    const database = engine.client.db('bank');
    const inTransaction = async (action: (options: { session: typeof session }) => Promise<unknown>) => {
      session.startTransaction();
      const refusal = await errorReplyOf(action({ session }));
      await session.abortTransaction().catch(() => undefined);
      return refusal?.code;
    };
    const session = engine.client.startSession();

    expect(await inTransaction((options) => database.createCollection('made', options))).toBe(263);
    expect(await inTransaction((options) => accounts.createIndex({ amount: 1 }, options))).toBe(263);
    expect(await inTransaction((options) => accounts.estimatedDocumentCount(options))).toBe(263);
    await session.endSession();
  });

  it('leave no transaction open', async () => {
    await waitUntil(async () => {
      const status = await engine.client.db('admin').command({ serverStatus: 1 });
      return status.transactions.currentOpen === 0;
    }, 'the end of every transaction');
  });
});
