import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testConfig } from '@leadping/test-kit/environment';
import mongoose, { Schema, type Connection } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { buildIndexes } from '../src/data/database.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildLog } from '../src/telemetry/log.ts';

/** Attempts whose replies come later than a connection waits. */
const SLOW_ATTEMPTS = 2;
const SOCKET_TIMEOUT_MS = 1000;

const log = buildLog({ service: 'svc-commerce', level: 'silent' });
const warn = jest.spyOn(log, 'warn');
let proxy: Server;
let database: Connection;
let attempts: number;

/** Passes everything on to the database but the replies to the first requests for an index. */
async function openSlowDatabase(): Promise<string> {
  const uri = new URL(testConfig(ServiceConfig).MONGODB_URI);
  const { port, hostname } = uri;
  attempts = 0;
  proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isSlow = false;
    near.on('data', (bytes) => {
      if (bytes.includes('createIndexes')) isSlow = ++attempts <= SLOW_ATTEMPTS;
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isSlow) near.write(bytes);
    });
    near.on('close', () => far.destroy()).on('error', () => far.destroy());
    far.on('close', () => near.destroy()).on('error', () => near.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  uri.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return uri.href;
}

beforeEach(async () => {
  database = await mongoose
    .createConnection(await openSlowDatabase(), {
      dbName: `test-index-${randomUUID().slice(0, 8)}`,
      socketTimeoutMS: SOCKET_TIMEOUT_MS,
      bufferCommands: false,
    })
    .asPromise();
  warn.mockClear();
});

afterEach(async () => {
  await database.dropDatabase();
  await database.close();
  proxy.close();
});

describe('a start with indexes that take longer to build than a connection waits', () => {
  it('logs that it waits, and continues when the indexes are built', async () => {
    const schema = new Schema({ key: String }, { autoCreate: false });
    const things = database.model('Thing', schema.index({ key: 1 }, { unique: true }));

    await buildIndexes(database, log);

    expect(attempts).toBeGreaterThan(SLOW_ATTEMPTS);
    expect(warn).toHaveBeenCalledTimes(attempts - 1);
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ collection: 'things' }),
      'indexes not built yet, waiting',
    );
    expect(Object.keys(await things.collection.indexInformation())).toContain('key_1');
  });

  it('fails if an index cannot be built at all', async () => {
    const things = database.model(
      'Thing',
      new Schema({ key: String }, { autoCreate: false, autoIndex: false }),
    );
    attempts = SLOW_ATTEMPTS;
    await things.insertMany([{ key: 'same' }, { key: 'same' }]);
    const unique = new Schema({ key: String }).index({ key: 1 }, { unique: true });
    database.model('UniqueThing', unique, 'things');

    await expect(buildIndexes(database, log)).rejects.toMatchObject({ code: 11000 });

    expect(warn).not.toHaveBeenCalled();
  });
});
