import { beforeAll, expect, it } from '@jest/globals';
import { Long, type Collection, type Db } from 'mongodb';
import { describeOnDebian, useEngine } from './engine.ts';
import { waitUntil } from './wait-until.ts';

interface Numbered {
  _id: number;
  group: number;
}

describeOnDebian('cursors and limits', () => {
  const engine = useEngine({ cleanUpEveryMs: 100 });
  let database: Db;
  let numbers: Collection<Numbered>;

  beforeAll(async () => {
    database = engine.client.db('cursors');
    numbers = database.collection<Numbered>('numbers');
    await numbers.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id, group: _id % 7 })));
  });

  const firstPage = (extra: object = {}) =>
    database.command({ find: 'numbers', sort: { group: 1 }, batchSize: 3, ...extra });
  const asLong = (id: unknown) => Long.fromString(String(id));
  const more = (id: unknown) =>
    database.command({ getMore: asLong(id), collection: 'numbers', batchSize: 3 });

  it('return every document once: plain, sorted and aggregated', async () => {
    const plain = await numbers.find().batchSize(17).toArray();
    const sorted = await numbers.find().sort({ group: -1 }).batchSize(17).toArray();
    const aggregated = await numbers.aggregate([{ $sort: { group: 1 } }], { batchSize: 17 }).toArray();

    for (const documents of [plain, sorted, aggregated]) {
      expect(new Set(documents.map(({ _id }) => _id)).size).toBe(500);
    }
  });

  it('continue while the data changes', async () => {
    let seen = 0;
    for await (const { _id } of numbers.find().batchSize(20)) {
      seen += 1;
      await numbers.updateOne({ _id }, { $set: { text: 'x'.repeat(300) } } as object);
    }

    expect(seen).toBe(500);
  });

  it('are not found after they were killed', async () => {
    const { cursor } = await firstPage();
    const killed = await database.command({ killCursors: 'numbers', cursors: [asLong(cursor.id)] });
    const again = await database.command({ killCursors: 'numbers', cursors: [asLong(cursor.id)] });

    expect(killed.cursorsKilled).toHaveLength(1);
    expect(again.cursorsNotFound).toHaveLength(1);
    await expect(more(cursor.id)).rejects.toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  });

  it('stop at maxTimeMS', async () => {
    const endless = numbers.aggregate(
      [
        {
          $project: {
            sum: {
              $reduce: { input: { $range: [0, 20000] }, initialValue: 0, in: { $add: ['$$value', 1] } },
            },
          },
        },
        { $group: { _id: null, sum: { $sum: '$sum' } } },
      ],
      { maxTimeMS: 50 },
    );

    await expect(endless.toArray()).rejects.toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' });
    expect(await numbers.findOne({ _id: 1 }, { maxTimeMS: 10_000 })).toMatchObject({ _id: 1 });
  });

  it('count exactly, even directly after a change', async () => {
    const counted = database.collection('counted');
    for (let n = 1; n <= 20; n++) {
      await counted.insertMany([{ n }, { n }]);
      expect(await counted.estimatedDocumentCount()).toBe(2 * n);
      expect(await counted.countDocuments({ n })).toBe(2);
    }
  });

  it('delete expired documents', async () => {
    const sessions = database.collection('sessions');
    await sessions.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    const now = Date.now();
    await sessions.insertMany([
      { name: 'past', expiresAt: new Date(now - 60_000) },
      { name: 'future', expiresAt: new Date(now + 3_600_000) },
      { name: 'never' },
    ]);

    await waitUntil(
      async () => (await sessions.countDocuments()) === 2,
      'the removal of the expired document',
    );
    expect(new Set(await sessions.distinct('name'))).toEqual(new Set(['future', 'never']));
  });

  it('read a page in index order without sorting, in both directions and from any position', async () => {
    const sales = database.collection('sales');
    const index = { seller: 1, at: -1, _id: -1 } as const;
    await sales.createIndex(index);
    await sales.insertMany(
      Array.from({ length: 200 }, (_, _id) => ({ _id, at: new Date(_id >> 2), seller: _id % 2 }) as object),
    );
    const at = new Date(25);
    const places = {
      'the newest': { sort: { at: -1, _id: -1 } as const, filter: {} },
      'the oldest': { sort: { at: 1, _id: 1 } as const, filter: {} },
      'those before a sale': {
        sort: { at: -1, _id: -1 } as const,
        filter: { $and: [{ at: { $lte: at } }, { $nor: [{ at, _id: { $gte: 101 } }] }] } as object,
      },
    };
    const pages: Record<string, unknown> = {};
    for (const [place, { sort, filter }] of Object.entries(places)) {
      const page = sales.find({ seller: 1, ...filter }, { sort, limit: 3, hint: index });
      pages[place] = (await page.clone().toArray()).map(({ _id }) => _id);
      const plan = JSON.stringify(await page.explain());
      expect(plan).toContain('"Node Type":"Index Scan"');
      expect(plan).not.toContain('"Node Type":"Sort"');
    }
    expect(pages).toEqual({
      'the newest': [199, 197, 195],
      'the oldest': [1, 3, 5],
      'those before a sale': [99, 97, 95],
    });
  });

  it('explain the use of an index', async () => {
    await numbers.createIndex({ group: 1 });
    const plan = await numbers.find({ group: 5 }).explain();

    expect(JSON.stringify(plan)).toContain('queryPlanner');
  });
});
