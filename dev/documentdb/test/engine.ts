import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import { startDocumentDb, type DocumentDb, type DocumentDbOptions } from '../src/start-documentdb.ts';

const cacheFolder = join(import.meta.dirname, '../../../.data/engine');
const isDebian = Boolean((await findExecutable('apt-get')) && (await findExecutable('dpkg-deb')));

/** Tests of the fourth provider. Other systems than Debian use one of the other three. */
export const describeOnDebian = isDebian ? describe : describe.skip;

type Limits = Omit<Partial<DocumentDbOptions>, 'cacheFolder' | 'dataFolder' | 'onProgress'>;

export interface EngineUnderTest {
  readonly database: DocumentDb;
  readonly client: MongoClient;
  /** Opens another client, closed at the end. */
  connect(options?: MongoClientOptions & { port?: number }): MongoClient;
}

/** Starts an engine with its own gateway for a test suite. */
export function useEngine(limits: Limits = {}): EngineUnderTest {
  const clients: MongoClient[] = [];
  let database: DocumentDb;
  let dataFolder: string;
  let client: MongoClient;
  const connect: EngineUnderTest['connect'] = ({ port = database.port, ...options } = {}) => {
    const made = new MongoClient(
      `mongodb://127.0.0.1:${port}/?replicaSet=rs0&directConnection=true`,
      options,
    );
    clients.push(made);
    return made;
  };
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'documentdb-test-'));
    const folders = { cacheFolder, dataFolder: join(dataFolder, 'data') };
    database = await startDocumentDb({
      ephemeral: true,
      ...limits,
      ...folders,
      onProgress: (line) => process.env.VERBOSE && console.log(line),
    });
    client = connect();
  }, 300_000);
  afterAll(async () => {
    await Promise.all(clients.map((each) => each.close()));
    await database?.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }, 60_000);
  return {
    get database() {
      return database;
    },
    get client() {
      return client;
    },
    connect,
  };
}
