import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { DryMongoBinary } from 'mongodb-memory-server-core';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import { findFreePort } from '@leadping/dev-machine/free-port';
import type { Database } from '../src/provider.ts';
import { mongodVersion } from '../src/providers/downloaded-mongod.ts';
import { NoDatabase, startDatabase } from '../src/start-database.ts';

const require = createRequire(import.meta.url);
const loader = pathToFileURL(require.resolve('tsx')).href;
const standIn = join(import.meta.dirname, 'stand-in-for-mongod.ts');
const engineCache = join(import.meta.dirname, '../../../.data/engine');
const onDebian = (await findExecutable('apt-get')) && (await findExecutable('dpkg-deb')) ? it : it.skip;

describe('the database of the local stack', () => {
  const environment = { ...process.env };
  let folder: string;
  let progress: string[];
  let started: Database | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'providers-'));
    progress = [];
    started = undefined;
    delete process.env.MONGODB_URI;
    process.env.PATH = join(folder, 'bin');
    process.env.MONGOMS_DOWNLOAD_MIRROR = `http://127.0.0.1:${await findFreePort()}`;
    await mkdir(join(folder, 'bin'));
  });
  afterEach(async () => {
    process.env = { ...environment };
    jest.restoreAllMocks();
    DryMongoBinary.binaryCache.clear(); // of this process, as if each test were a start
    await started?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const start = async (cacheFolder = join(folder, 'cache')) => {
    started = await startDatabase({
      dataFolder: join(folder, 'data'),
      cacheFolder,
      ephemeral: true,
      onProgress: (line) => progress.push(line),
    });
    return started;
  };

  const putProgram = async (file: string, script: string) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  };
  const mongodScript = `exec '${process.execPath}' --import '${loader}' '${standIn}' "$@"`;
  const putTools = async (...names: string[]) => {
    for (const name of names) {
      const file = await findExecutable(name, environment.PATH);
      if (file) await symlink(file, join(folder, 'bin', name));
    }
  };

  const isStandIn = async ({ uri }: Database) => {
    const client = await MongoClient.connect(uri);
    const reply = await client.db('admin').command({ whoAreYou: 1 });
    await client.close();
    return reply.standIn;
  };

  it('is the one at MONGODB_URI, if that is set', async () => {
    await putProgram(join(folder, 'bin/mongod'), mongodScript);
    process.env.MONGODB_URI = 'mongodb://database.example/?replicaSet=rs1';

    expect(await start()).toMatchObject({ uri: process.env.MONGODB_URI, provider: 'MONGODB_URI' });
    expect(progress.at(-1)).toBe('database: MONGODB_URI');
  });

  it('is otherwise the mongod on the PATH, as a replica set with its data in the data folder', async () => {
    await putProgram(join(folder, 'bin/mongod'), mongodScript);
    const database = await start();

    expect(database.provider).toBe('mongod on the PATH');
    const parameters = await isStandIn(database);
    expect(parameters).toEqual(expect.arrayContaining(['--replSet', 'rs0']));
    expect(parameters.find((each: string) => each.startsWith(join(folder, 'data/run-')))).toMatch(
      /\/mongod$/,
    );
    expect(progress.at(-1)).toBe('database: mongod on the PATH');
  }, 60_000);

  it('is otherwise the downloaded and cached mongod', async () => {
    const downloadDir = join(folder, 'cache/mongod');
    const options = await DryMongoBinary.generateOptions({ version: mongodVersion, downloadDir });
    const name = await DryMongoBinary.getBinaryName(options);
    const file = DryMongoBinary.combineBinaryName(downloadDir, name);
    await putProgram(file, mongodScript);
    // A complete download needs the size of a mongod and a checksum file beside it.
    await truncate(file, 200_000_000);
    await writeFile(`${file}.md5`, `unchecked *${name}`);
    const database = await start();

    expect(database.provider).toBe('mongodb-memory-server');
    expect(await isStandIn(database)).toEqual(expect.arrayContaining(['--replSet', 'rs0']));
  }, 60_000);

  onDebian(
    "is else DocumentDB from Debian's packages, also when a mongod that is there does not start",
    async () => {
      jest.spyOn(console, 'warn').mockImplementation(() => undefined); // the library's own warning
      await putProgram(join(folder, 'bin/mongod'), 'echo "cannot open its library" >&2; exit 1');
      await putTools('apt-get', 'dpkg-deb', 'tar', 'cp', 'setpriv', 'sh');
      const database = await start(engineCache);

      expect(database.provider).toBe("DocumentDB from Debian's packages");
      expect(progress.some((line) => line.startsWith('database: mongod on the PATH failed'))).toBe(true);
      const client = await MongoClient.connect(database.uri);
      await client.db('providers').collection('notes').insertOne({ text: 'kept' });
      expect(await client.db('providers').collection('notes').countDocuments()).toBe(1);
      await client.close();
    },
    300_000,
  );

  it('is reported as unavailable in one message with all four providers', async () => {
    const failure = await start().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(NoDatabase);
    const { message } = failure as NoDatabase;
    expect(message).toMatch(/1\. MONGODB_URI: not set/);
    expect(message).toMatch(/2\. mongod on the PATH: not found/);
    expect(message).toMatch(/3\. mongodb-memory-server: http:\/\/127\.0\.0\.1:\d+ cannot be reached/);
    expect(message).toMatch(/4\. DocumentDB from Debian's packages: apt-get is not installed/);
  });

  it('is not shared by two stacks', async () => {
    process.env.MONGODB_URI = 'mongodb://database.example/';
    const dataFolder = join(folder, 'shared');
    const options = { dataFolder, onProgress: () => undefined };
    const first = await startDatabase(options);

    await expect(startDatabase(options)).rejects.toThrow(`another local stack is using ${dataFolder}`);
    await first.stop();
    started = await startDatabase(options);
  });
});
