import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Long, UUID, type Collection, type MongoClient } from 'mongodb';
import { describeOnDebian, useEngine } from './engine.ts';
import { startLossyProxy, type LossyProxy } from './proxy.ts';
import { sendCommand } from './raw-client.ts';

interface Counter {
  _id: number;
  n: number;
}

/** Loses every second reply of the tested commands: that of the first attempt of every write. */
const losesEverySecond = (command: string, attempt: number) =>
  ['insert', 'update', 'delete', 'findAndModify', 'commitTransaction'].includes(command) && attempt % 2 === 1;

describeOnDebian('a write whose reply was lost', () => {
  const engine = useEngine();
  let proxy: LossyProxy;
  let client: MongoClient;
  let counters: Collection<Counter>;
  const round = 20;

  beforeEach(async () => {
    proxy = await startLossyProxy(engine.database.port, losesEverySecond);
    client = engine.connect({ port: proxy.port, maxPoolSize: 1, minHeartbeatFrequencyMS: 10 });
    counters = client.db('lost').collection<Counter>('counters');
    const direct = engine.client.db('lost');
    await direct.dropDatabase();
    await direct.collection<Counter>('counters').insertOne({ _id: 1, n: 0 });
  });
  afterEach(async () => {
    await client.close();
    proxy.close();
  });

  const stored = () => engine.client.db('lost').collection<Counter>('counters');

  it('happens once: updateOne', async () => {
    for (let i = 0; i < round; i++) await counters.updateOne({ _id: 1 }, { $inc: { n: 1 } });

    expect(proxy.lost).toHaveLength(round);
    expect(await stored().findOne({ _id: 1 })).toEqual({ _id: 1, n: round });
  });

  it('happens once, with the same reply: findOneAndUpdate', async () => {
    const seen: unknown[] = [];
    for (let i = 0; i < round; i++) {
      const updated = await counters.findOneAndUpdate(
        { _id: 1 },
        { $inc: { n: 1 } },
        { returnDocument: 'after' },
      );
      seen.push(updated?.n);
    }

    expect(proxy.lost).toHaveLength(round);
    expect(seen).toEqual(Array.from({ length: round }, (_, index) => index + 1));
  });

  it('happens once: insertOne and deleteOne', async () => {
    for (let i = 0; i < round; i++) await counters.insertOne({ _id: 100 + i, n: i });
    const { deletedCount } = await counters.deleteOne({ _id: 100 });

    expect(proxy.lost).toHaveLength(round + 1);
    expect(deletedCount).toBe(1);
    expect(await stored().countDocuments()).toBe(round);
  });

  it('happens once: insertMany of several documents without ids of their own', async () => {
    const texts = client.db('lost').collection<{ text: string }>('texts');
    for (let i = 0; i < round; i++) {
      const { insertedCount } = await texts.insertMany([{ text: `${i}a` }, { text: `${i}b` }]);
      expect(insertedCount).toBe(2);
    }

    expect(proxy.lost).toHaveLength(round);
    expect(await engine.client.db('lost').collection('texts').countDocuments()).toBe(2 * round);
  });

  it('happens once: a bulk of several updates', async () => {
    await stored().insertOne({ _id: 2, n: 0 });
    for (let i = 0; i < round; i++) {
      await counters.bulkWrite(
        [1, 2].map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { n: 1 } } } })),
      );
    }

    expect(proxy.lost).toHaveLength(round);
    expect((await stored().find().toArray()).map(({ n }) => n)).toEqual([round, round]);
  });

  it('happens once: a transaction whose commit is sent again', async () => {
    const lossyCommit = await startLossyProxy(
      engine.database.port,
      (command, attempt) => command === 'commitTransaction' && attempt % 2 === 1,
    );
    const committing = engine.connect({
      port: lossyCommit.port,
      maxPoolSize: 1,
      minHeartbeatFrequencyMS: 10,
    });
    for (let i = 0; i < round; i++) {
      await committing.withSession((session) =>
        session.withTransaction(() =>
          committing
            .db('lost')
            .collection<Counter>('counters')
            .updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session }),
        ),
      );
    }
    lossyCommit.close();

    expect(lossyCommit.lost).toHaveLength(round);
    expect(await stored().findOne({ _id: 1 })).toEqual({ _id: 1, n: round });
  });

  it('is refused if it is older than the last one of its session', async () => {
    const session = { id: new UUID().toBinary() };
    const send = (number: number) =>
      sendCommand(engine.database.port, {
        update: 'counters',
        updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
        lsid: session,
        txnNumber: Long.fromNumber(number),
        $db: 'lost',
      });

    expect(await send(2)).toMatchObject({ ok: 1, n: 1 });
    expect(await send(2)).toMatchObject({ ok: 1, n: 1 });
    expect(await send(1)).toMatchObject({ ok: 0, code: 225, codeName: 'TransactionTooOld' });
    expect(await stored().findOne({ _id: 1 })).toEqual({ _id: 1, n: 1 });
  });
});
