import { mkdir } from 'node:fs/promises';
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import { findFreePort } from '@leadping/dev-machine/free-port';
import type { Database, ProviderSettings } from '../provider.ts';

type Binary = NonNullable<Parameters<typeof MongoMemoryReplSet.create>[0]>['binary'];

/** Runs a mongod as a replica set of one, with its data in the provider's folder. */
export async function startReplicaSet(
  { dataFolder, port }: ProviderSettings,
  binary: Binary,
): Promise<Omit<Database, 'provider'>> {
  await mkdir(dataFolder, { recursive: true });
  const member = {
    dbPath: dataFolder,
    storageEngine: 'wiredTiger' as const,
    port: port ?? (await findFreePort()),
  };
  const replicaSet = await MongoMemoryReplSet.create({
    binary,
    instanceOpts: [member],
    replSet: { name: 'rs0', count: 1, ip: '127.0.0.1', storageEngine: 'wiredTiger' },
  });
  return {
    uri: `mongodb://127.0.0.1:${member.port}/?replicaSet=rs0&directConnection=true`,
    pids: () => ({ engine: replicaSet.servers[0]?.instanceInfo?.instance.mongodProcess?.pid ?? 0 }),
    stop: async () => {
      await replicaSet.stop({ doCleanup: false });
    },
  };
}
