import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import { findFreePort } from '@leadping/dev-machine/free-port';
import type { Database, ProviderSettings } from '../provider.ts';

type Binary = NonNullable<Parameters<typeof MongoMemoryReplSet.create>[0]>['binary'];

/** A replica set knows its members by their ports, so a data folder keeps its first port. */
async function choosePort(dataFolder: string, wanted: number | undefined): Promise<number> {
  const file = `${dataFolder}.port`;
  const kept = Number(await readFile(file, 'utf8').catch(() => ''));
  if (kept) return kept;
  const port = wanted ?? (await findFreePort());
  await writeFile(file, String(port));
  return port;
}

/** Runs a mongod as a replica set with one member, with its data in the provider's folder. */
export async function startReplicaSet(
  { dataFolder, port: wanted }: ProviderSettings,
  binary: Binary,
): Promise<Omit<Database, 'provider'>> {
  await mkdir(dataFolder, { recursive: true });
  const port = await choosePort(dataFolder, wanted);
  const replicaSet = await MongoMemoryReplSet.create({
    binary,
    instanceOpts: [{ dbPath: dataFolder, storageEngine: 'wiredTiger', port }],
    replSet: { name: 'rs0', count: 1, ip: '127.0.0.1', storageEngine: 'wiredTiger' },
  });
  return {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=rs0&directConnection=true`,
    pids: () => ({ engine: replicaSet.servers[0]?.instanceInfo?.instance.mongodProcess?.pid ?? 0 }),
    stop: async () => {
      await replicaSet.stop({ doCleanup: false });
    },
  };
}
