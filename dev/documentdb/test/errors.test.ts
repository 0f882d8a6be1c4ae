import { beforeAll, expect, it } from '@jest/globals';
import type { Collection, Db } from 'mongodb';
import { describeOnDebian, useEngine } from './engine.ts';

interface Thing {
  _id: number;
  n?: number;
  text?: string;
}

interface Refusal {
  title: string;
  code: number;
  codeName: string;
  run(collection: Collection<Thing>, database: Db): Promise<unknown>;
}

const refusals: Refusal[] = [
  {
    title: 'an unknown command',
    code: 59,
    codeName: 'CommandNotFound',
    run: (_, db) => db.command({ nope: 1 }),
  },
  {
    title: 'an unknown query operator',
    code: 2,
    codeName: 'BadValue',
    run: (c) => c.find({ $bad: 1 }).toArray(),
  },
  { title: '$where', code: 2, codeName: 'BadValue', run: (c) => c.find({ $where: 'true' }).toArray() },
  {
    title: 'an unknown field of a command',
    code: 2,
    codeName: 'BadValue',
    run: (_, db) => db.command({ find: 'c', bogus: 1 }),
  },
  {
    title: 'a filter that is no document',
    code: 14,
    codeName: 'TypeMismatch',
    run: (_, db) => db.command({ find: 'c', filter: 1 }),
  },
  {
    title: 'a collection that is no name',
    code: 14,
    codeName: 'TypeMismatch',
    run: (_, db) => db.command({ find: 1 }),
  },
  {
    title: 'a write without its documents',
    code: 40414,
    codeName: 'Location40414',
    run: (_, db) => db.command({ insert: 'c' }),
  },
  {
    title: 'an unknown update operator',
    code: 9,
    codeName: 'FailedToParse',
    run: (c) => c.updateOne({}, { $bad: { a: 1 } } as object),
  },
  {
    title: 'a change of _id',
    code: 66,
    codeName: 'ImmutableField',
    run: (c) => c.updateOne({ _id: 1 }, { $set: { _id: 2 } }),
  },
  {
    title: 'two changes of one field',
    code: 40,
    codeName: 'ConflictingUpdateOperators',
    run: (c) => c.updateOne({ _id: 1 }, { $set: { x: 1 }, $inc: { x: 1 } } as object),
  },
  {
    title: 'a field inside of a number',
    code: 28,
    codeName: 'PathNotViable',
    run: (c) => c.updateOne({ _id: 1 }, { $set: { 'n.z': 1 } } as object),
  },
  {
    title: '$inc of a string',
    code: 14,
    codeName: 'TypeMismatch',
    run: (c) => c.updateOne({ _id: 1 }, { $inc: { text: 1 } } as object),
  },
  {
    title: '$push into a number',
    code: 2,
    codeName: 'BadValue',
    run: (c) => c.updateOne({ _id: 1 }, { $push: { n: 1 } } as object),
  },
  {
    title: 'an unknown stage',
    code: 40324,
    codeName: 'Location40324',
    run: (c) => c.aggregate([{ $bad: 1 }]).toArray(),
  },
  {
    title: 'an unknown expression',
    code: 31325,
    codeName: 'Location31325',
    run: (c) => c.aggregate([{ $project: { x: { $bad: 1 } } }]).toArray(),
  },
  {
    title: 'a division by zero',
    code: 2,
    codeName: 'BadValue',
    run: (c) => c.aggregate([{ $project: { x: { $divide: [1, 0] } } }]).toArray(),
  },
  {
    title: 'a failed conversion',
    code: 241,
    codeName: 'ConversionFailure',
    run: (c) => c.aggregate([{ $project: { x: { $toInt: 'zz' } } }]).toArray(),
  },
  {
    title: 'a broken regular expression',
    code: 51091,
    codeName: 'Location51091',
    run: (c) => c.find({ text: { $regex: '(' } }).toArray(),
  },
  {
    title: 'a mixed projection',
    code: 31254,
    codeName: 'Location31254',
    run: (c) => c.find({}, { projection: { a: 1, b: 0 } }).toArray(),
  },
  {
    title: 'a negative skip',
    code: 5107200,
    codeName: 'Location5107200',
    run: (c) => c.find().skip(-1).toArray(),
  },
  {
    title: 'a limit of nothing',
    code: 15958,
    codeName: 'Location15958',
    run: (c) => c.aggregate([{ $limit: 0 }]).toArray(),
  },
  {
    title: 'a merge that finds nothing',
    code: 13113,
    codeName: 'Location13113',
    run: (c) => c.aggregate([{ $merge: { into: 'merged', whenNotMatched: 'fail' } }]).toArray(),
  },
  {
    title: 'the removal of an unknown index',
    code: 27,
    codeName: 'IndexNotFound',
    run: (c) => c.dropIndex('nope'),
  },
  {
    title: 'the renaming of an unknown collection',
    code: 26,
    codeName: 'NamespaceNotFound',
    run: (_, db) => db.collection('nope').rename('x'),
  },
  {
    title: 'a second index of the same name',
    code: 86,
    codeName: 'IndexKeySpecsConflict',
    run: (c) => c.createIndex({ other: 1 }, { name: 'n_1' }),
  },
  {
    title: 'an unknown kind of index',
    code: 67,
    codeName: 'CannotCreateIndex',
    run: (c) => c.createIndex({ n: 'foo' as '2d' }),
  },
  {
    title: 'a TTL index on two fields',
    code: 67,
    codeName: 'CannotCreateIndex',
    run: (c) => c.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 3 }),
  },
  {
    title: 'a collection of a forbidden name',
    code: 73,
    codeName: 'InvalidNamespace',
    run: (_, db) => db.createCollection('a$b'),
  },
  {
    title: 'a document that its validator refuses',
    code: 121,
    codeName: 'DocumentValidationFailure',
    run: async (_, db) => db.collection('validated').insertOne({ a: 'text' }),
  },
  {
    title: 'a getMore of no cursor',
    code: 43,
    codeName: 'CursorNotFound',
    run: (_, db) => db.command({ getMore: 42n, collection: 'c' }),
  },
];

const unsupported: Omit<Refusal, 'code' | 'codeName'>[] = [
  { title: 'a change stream', run: (c) => c.watch().next() },
  { title: 'a tailable cursor', run: (c) => c.find({}, { tailable: true }).toArray() },
  {
    title: 'a capped collection',
    run: (_, db) => db.createCollection('capped', { capped: true, size: 1000 }),
  },
  {
    title: 'a time-series collection',
    run: (_, db) => db.createCollection('series', { timeseries: { timeField: 't' } }),
  },
  {
    title: 'a collection with a collation',
    run: (_, db) => db.createCollection('collated', { collation: { locale: 'en' } }),
  },
  {
    title: 'an index with a collation',
    run: (c) => c.createIndex({ text: 1 }, { collation: { locale: 'en', strength: 2 } }),
  },
  {
    title: 'an update with a collation',
    run: (c) =>
      c.updateOne({ text: 'A' }, { $set: { z: 1 } } as object, { collation: { locale: 'en', strength: 2 } }),
  },
];

describeOnDebian('errors of the engine', () => {
  const engine = useEngine();
  let database: Db;
  let collection: Collection<Thing>;

  beforeAll(async () => {
    database = engine.client.db('errors');
    collection = database.collection<Thing>('c');
    await collection.insertOne({ _id: 1, n: 1, text: 'text' });
    await collection.createIndex({ n: 1 });
    await database.createCollection('validated', {
      validator: { $jsonSchema: { bsonType: 'object', properties: { a: { bsonType: 'int' } } } },
    });
  });

  it.each(refusals)('answers $title with $code $codeName', async ({ code, codeName, run }) => {
    const error = await run(collection, database).then(
      () => undefined,
      (reason: { code: number; codeName?: string }) => reason,
    );

    expect(error?.code).toBe(code);
    // The driver has a name for a command's own error, but not for a write error.
    expect([codeName, undefined]).toContain(error?.codeName);
  });

  it.each(unsupported)('refuses $title with an error', async ({ run }) => {
    await expect(run(collection, database)).rejects.toMatchObject({
      code: 115,
      codeName: 'CommandNotSupported',
    });
  });

  it('names index, pattern and value of a duplicate key in an insert', async () => {
    const keys = database.collection('keys');
    await keys.createIndex({ k: 1, 'a.b': -1 }, { unique: true });
    await keys.insertOne({ k: 1, a: { b: 'x' } });

    await expect(keys.insertOne({ k: 1, a: { b: 'x' } })).rejects.toMatchObject({
      code: 11000,
      message:
        'E11000 duplicate key error collection: errors.keys index: k_1_a.b_-1 dup key: { k: 1, a.b: "x" }',
      keyPattern: { k: 1, 'a.b': -1 },
      keyValue: { k: 1, 'a.b': 'x' },
    });
  });

  it('names them in a findOneAndUpdate too, and the pattern in an update', async () => {
    const keys = database.collection('keys2');
    await keys.createIndex({ k: 1 }, { unique: true });
    await keys.insertMany([{ k: 1 }, { k: 2 }]);

    await expect(keys.findOneAndUpdate({ k: 2 }, { $set: { k: 1 } })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { k: 1 },
      keyValue: { k: 1 },
    });
    await expect(keys.updateOne({ k: 2 }, { $set: { k: 1 } })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { k: 1 },
    });
  });

  it('names a duplicate _id', async () => {
    await expect(collection.insertOne({ _id: 1 })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { _id: 1 },
      keyValue: { _id: 1 },
    });
  });

  it('does not build a unique index over duplicates', async () => {
    const keys = database.collection('keys3');
    await keys.insertMany([{ k: 5 }, { k: 5 }]);

    await expect(keys.createIndex({ k: 1 }, { unique: true })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { k: 1 },
      keyValue: { k: 5 },
    });
  });
});
