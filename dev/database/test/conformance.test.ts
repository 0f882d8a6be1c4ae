import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection, Schema } from 'mongoose';
import type { Database } from '../src/provider.ts';
import { startDatabase } from '../src/start-database.ts';

/** The database features that the services need. Tests `MONGODB_URI`, or the database of this machine. */
describe('the database of the local stack for the services', () => {
  let folder: string;
  let database: Database;
  let connection: Connection;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    database = await startDatabase({ dataFolder: folder, ephemeral: true, onProgress: () => undefined });
    const dbName = `conformance-${process.pid}`;
    connection = await mongoose.createConnection(database.uri, { dbName, autoIndex: false }).asPromise();
  }, 300_000);
  afterAll(async () => {
    await connection?.dropDatabase();
    await connection?.close();
    await database?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const duplicate = { code: 11000 };

  const orderSchema = new Schema(
    {
      sessionId: { type: String, unique: true },
      reseller: String,
      slug: String,
      seat: Number,
      isLive: Boolean,
      status: { type: String, default: 'pending' },
      amount: { type: Number, default: 0 },
      outbox: [{ _id: false, subject: String, publishedAt: Date }],
    },
    { timestamps: true },
  );
  orderSchema.index({ reseller: 1, slug: 1 }, { unique: true, sparse: true });
  orderSchema.index({ seat: 1 }, { unique: true, partialFilterExpression: { isLive: true } });

  const makeOrders = async (name: string) => {
    const Order = connection.model(name, orderSchema);
    await Order.syncIndexes();
    return Order;
  };

  describe('indexes', () => {
    it('keep a field unique and name it in the error', async () => {
      const Order = await makeOrders('Unique');
      await Order.create({ sessionId: 'cs_1', reseller: 'r', slug: 'a' });

      await expect(Order.create({ sessionId: 'cs_1', reseller: 'r', slug: 'b' })).rejects.toMatchObject({
        ...duplicate,
        keyPattern: { sessionId: 1 },
        keyValue: { sessionId: 'cs_1' },
      });
    });

    it('keep two fields unique together', async () => {
      const Order = await makeOrders('Compound');
      await Order.create(
        { sessionId: '1', reseller: 'r', slug: 'a' },
        { sessionId: '2', reseller: 's', slug: 'a' },
      );

      await expect(Order.create({ sessionId: '3', reseller: 'r', slug: 'a' })).rejects.toMatchObject(
        duplicate,
      );
      await expect(Order.updateOne({ reseller: 's' }, { reseller: 'r' })).rejects.toMatchObject(duplicate);
    });

    it('keep a field unique among documents that match a condition', async () => {
      const Order = await makeOrders('Partial');
      await Order.create(
        [1, 2, 3].map((n) => ({ sessionId: `${n}`, slug: `${n}`, seat: 1, isLive: n === 1 })),
      );

      await expect(Order.updateOne({ sessionId: '2' }, { isLive: true })).rejects.toMatchObject(duplicate);
      await Order.updateOne({ sessionId: '1' }, { isLive: false });
      expect((await Order.updateOne({ sessionId: '2' }, { isLive: true })).modifiedCount).toBe(1);
    });

    it('are created once and unchanged by a second sync', async () => {
      const Order = await makeOrders('Synced');

      expect(await Order.syncIndexes()).toEqual([]);
      const names = (await Order.listIndexes()).map(({ name }) => name as unknown);
      expect(new Set(names)).toEqual(new Set(['_id_', 'reseller_1_slug_1', 'seat_1', 'sessionId_1']));
    });

    it('can expire documents', async () => {
      const Session = connection.model(
        'Session',
        new Schema({ expiresAt: { type: Date, index: { expireAfterSeconds: 0 } } }),
      );
      await Session.syncIndexes();

      const ttl = (await Session.listIndexes()).find(({ name }) => name === 'expiresAt_1');
      expect(ttl).toMatchObject({ expireAfterSeconds: 0 });
    });
  });

  describe('writes', () => {
    it('insert once with an upsert and find the same afterwards', async () => {
      const Order = await makeOrders('Upsert');
      const upsert = () =>
        Order.findOneAndUpdate(
          { sessionId: 'cs_1' },
          { $setOnInsert: { amount: 497 }, $inc: { seat: 1 } },
          { upsert: true, returnDocument: 'after', includeResultMetadata: true },
        );

      const [first, second] = [await upsert(), await upsert()];
      expect(first.lastErrorObject?.updatedExisting).toBe(false);
      expect(second.lastErrorObject?.updatedExisting).toBe(true);
      expect(second.value).toMatchObject({ amount: 497, seat: 2, status: 'pending' });
      expect(String(second.value?._id)).toBe(String(first.value?._id));
    });

    it('make one document out of fifty upserts at once', async () => {
      const Order = await makeOrders('UpsertRace');
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, () =>
          Order.updateOne({ sessionId: 'cs_1' }, { $inc: { amount: 1 } }, { upsert: true }),
        ),
      );
      const done = outcomes.filter(({ status }) => status === 'fulfilled').length;

      expect(await Order.countDocuments()).toBe(1);
      expect(await Order.findOne()).toMatchObject({ amount: done });
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(duplicate);
      }
    });

    it('let one of fifty insert a key, and one of fifty change a version', async () => {
      const Order = await makeOrders('Race');
      const inserts = await Promise.allSettled(
        Array.from({ length: 50 }, () => Order.create({ sessionId: 'cs_1' })),
      );
      const changes = await Promise.all(
        Array.from({ length: 50 }, () => Order.updateOne({ amount: 0 }, { $set: { amount: 1 } })),
      );

      expect(inserts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(changes.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1);
    });

    it('count every one of fifty increments', async () => {
      const Order = await makeOrders('Increments');
      await Order.create({ sessionId: 'cs_1' });
      await Promise.all(
        Array.from({ length: 50 }, () =>
          Order.findOneAndUpdate({ sessionId: 'cs_1' }, { $inc: { amount: 1 } }),
        ),
      );

      expect(await Order.findOne()).toMatchObject({ amount: 50 });
    });

    it('assign each job to one worker', async () => {
      const Order = await makeOrders('Work');
      await Order.insertMany(
        Array.from({ length: 30 }, (_, n) => ({ sessionId: `${n}`, slug: `${n}`, amount: n })),
      );
      const taken = await Promise.all(
        Array.from({ length: 40 }, () =>
          Order.findOneAndUpdate({ status: 'pending' }, { status: 'leased' }, { sort: { amount: 1 } }),
        ),
      );
      const ids = taken.flatMap((order) => (order ? [String(order._id)] : []));

      expect(new Set(ids).size).toBe(ids.length);
      expect(await Order.countDocuments({ status: 'leased' })).toBe(ids.length);
    });

    it('compute a field from others in a pipeline', async () => {
      const Order = await makeOrders('Pipeline');
      await Order.create({ sessionId: 'cs_1', amount: 40, seat: 2 });
      await Order.updateOne(
        { sessionId: 'cs_1' },
        [
          { $set: { amount: { $multiply: ['$amount', '$seat'] }, slug: { $concat: ['$sessionId', '-x'] } } },
          { $set: { status: { $cond: [{ $gte: ['$amount', 80] }, 'completed', '$status'] } } },
        ],
        { updatePipeline: true },
      );

      expect(await Order.findOne()).toMatchObject({ amount: 80, slug: 'cs_1-x', status: 'completed' });
    });

    it('change one element of an array', async () => {
      const Order = await makeOrders('Outbox');
      await Order.create({ sessionId: 'cs_1', outbox: [{ subject: 'a' }, { subject: 'b' }] });
      const publishedAt = new Date();
      await Order.updateOne({ 'outbox.subject': 'b' }, { $set: { 'outbox.$.publishedAt': publishedAt } });
      await Order.updateOne({ sessionId: 'cs_1' }, { $push: { outbox: { subject: 'c' } } });
      await Order.updateOne({ sessionId: 'cs_1' }, { $pull: { outbox: { subject: 'a' } } });

      const order = await Order.findOne().lean();
      expect(order?.outbox).toEqual([{ subject: 'b', publishedAt }, { subject: 'c' }]);
    });
  });

  describe('transactions', () => {
    it('keep both documents or neither', async () => {
      const Order = await makeOrders('Transaction');
      const write = (fails: boolean) =>
        connection.transaction(async (session) => {
          await Order.create([{ sessionId: 'cs_1' }], { session });
          await Order.create([{ sessionId: 'cs_2', slug: 'x' }], { session });
          if (fails) throw new Error('changed its mind');
        });

      await expect(write(true)).rejects.toThrow('changed its mind');
      expect(await Order.countDocuments()).toBe(0);
      await write(false);
      expect(await Order.countDocuments()).toBe(2);
    });

    it('are retried until each has moved its amount', async () => {
      const Order = await makeOrders('Transfers');
      await Order.create({ sessionId: 'from', amount: 100 }, { sessionId: 'to', slug: 'to' });
      await Promise.all(
        Array.from({ length: 15 }, () =>
          connection.transaction(async (session) => {
            await Order.updateOne({ sessionId: 'from' }, { $inc: { amount: -1 } }, { session });
            await Order.updateOne({ sessionId: 'to' }, { $inc: { amount: 1 } }, { session });
          }),
        ),
      );

      expect(await Order.findOne({ sessionId: 'from' })).toMatchObject({ amount: 85 });
      expect(await Order.findOne({ sessionId: 'to' })).toMatchObject({ amount: 15 });
    });
  });

  describe('reads', () => {
    it('join, group and page in one aggregation', async () => {
      const Order = await makeOrders('Report');
      const Reseller = connection.model('ReportReseller', new Schema({ _id: String, name: String }));
      await Reseller.create({ _id: 'r0', name: 'zero' }, { _id: 'r1', name: 'one' });
      await Order.insertMany(
        Array.from({ length: 60 }, (_, n) => ({
          sessionId: `${n}`,
          slug: `${n}`,
          reseller: `r${n % 2}`,
          amount: n,
        })),
      );
      const [report] = await Order.aggregate([
        {
          $facet: {
            page: [
              { $sort: { amount: -1 } },
              { $skip: 5 },
              { $limit: 2 },
              { $project: { _id: 0, amount: 1 } },
            ],
            total: [{ $count: 'count' }],
            perReseller: [
              { $group: { _id: '$reseller', revenue: { $sum: '$amount' } } },
              {
                $lookup: { from: 'reportresellers', localField: '_id', foreignField: '_id', as: 'reseller' },
              },
              { $unwind: '$reseller' },
              { $project: { _id: 0, name: '$reseller.name', revenue: 1 } },
              { $sort: { name: 1 } },
            ],
          },
        },
      ]);

      expect(report.page).toEqual([{ amount: 54 }, { amount: 53 }]);
      expect(report.total).toEqual([{ count: 60 }]);
      expect(report.perReseller).toEqual([
        { name: 'one', revenue: 900 },
        { name: 'zero', revenue: 870 },
      ]);
    });

    it('group by day in a time zone', async () => {
      const Visit = connection.model('Visit', new Schema({ at: Date }));
      const times = ['2026-03-01T22:30:00Z', '2026-03-01T23:30:00Z', '2026-03-02T10:00:00Z'];
      await Visit.create(times.map((at) => ({ at })));
      const days = await Visit.aggregate([
        {
          $group: {
            _id: { $dateToString: { date: '$at', format: '%Y-%m-%d', timezone: 'Europe/Berlin' } },
            count: { $sum: 1 },
          },
        },
        { $sort: { _id: 1 } },
      ]);

      expect(days).toEqual([
        { _id: '2026-03-01', count: 1 },
        { _id: '2026-03-02', count: 2 },
      ]);
    });

    it('count exactly, with a filter and without', async () => {
      const Order = await makeOrders('Counts');
      await Order.insertMany(
        Array.from({ length: 137 }, (_, n) => ({ sessionId: `${n}`, slug: `${n}`, seat: n })),
      );
      await Order.deleteMany({ seat: { $lt: 37 } });

      expect(await Order.estimatedDocumentCount()).toBe(100);
      expect(await Order.countDocuments()).toBe(100);
      expect(await Order.countDocuments({ seat: { $gte: 130 } })).toBe(7);
    });

    it('search text without regard to case, and page through a long list', async () => {
      const Order = await makeOrders('Search');
      await Order.insertMany(Array.from({ length: 250 }, (_, n) => ({ sessionId: `CS_${n}`, slug: `${n}` })));
      const seen = new Set<string>();
      for await (const order of Order.find().sort({ sessionId: 1 }).batchSize(40).cursor())
        seen.add(String(order._id));

      expect(seen.size).toBe(250);
      expect(await Order.countDocuments({ sessionId: /^cs_24/i })).toBe(11);
      expect(await Order.distinct('status')).toEqual(['pending']);
    });

    it('keep every type that a schema has', async () => {
      const Thing = connection.model(
        'Thing',
        new Schema({
          date: Date,
          bytes: Buffer,
          long: BigInt,
          decimal: Schema.Types.Decimal128,
          map: { type: Map, of: Number },
          nothing: { type: String, default: null },
          reference: Schema.Types.ObjectId,
          uuid: Schema.Types.UUID,
        }),
      );
      const values = {
        date: new Date('2026-01-02T03:04:05.678Z'),
        bytes: Buffer.from([0, 1, 255]),
        long: 9007199254740993n,
        decimal: mongoose.Types.Decimal128.fromString('1.10'),
        map: new Map([['a', 1.5]]),
        reference: new mongoose.Types.ObjectId(),
        uuid: '0195f1d2-7a3c-7000-8000-0123456789ab',
      };
      await Thing.create(values);
      const kept = await Thing.findOne().orFail();

      expect(kept.date).toEqual(values.date);
      expect([...(kept.bytes ?? [])]).toEqual([0, 1, 255]);
      expect(kept.long).toBe(values.long);
      expect(String(kept.decimal)).toBe('1.10');
      expect(kept.map?.get('a')).toBe(1.5);
      expect(kept.nothing).toBeNull();
      expect(String(kept.reference)).toBe(String(values.reference));
      expect(String(kept.uuid)).toBe(values.uuid);
    });
  });
});
