import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DryMongoBinary } from 'mongodb-memory-server-core';
import type { Provider } from '../provider.ts';
import { startReplicaSet } from './replica-set.ts';

/** The newest release for which mongodb-memory-server has builds on every system. */
export const mongodVersion = '8.2.6';
const downloadHost = 'https://fastdl.mongodb.org';
const patienceMs = 4000;

/** Checked before the download, which retries for minutes. */
async function isHostReachable(host: string): Promise<boolean> {
  return fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) }).then(
    (response) => response.status < 500 && response.status !== 403,
    () => false,
  );
}

/** The real mongod, downloaded once and cached. */
export const downloadedMongod: Provider = {
  name: 'mongodb-memory-server',
  folder: 'mongod',
  remedy: `give this machine access to ${downloadHost}, from where mongodb-memory-server downloads mongod once`,
  async start(settings) {
    const downloadDir = join(settings.cacheFolder, 'mongod');
    await mkdir(downloadDir, { recursive: true });
    const host = process.env.MONGOMS_DOWNLOAD_MIRROR ?? downloadHost;
    const isKept = await DryMongoBinary.locateBinary({ version: mongodVersion, downloadDir });
    if (!isKept && !(await isHostReachable(host))) return { unavailable: `${host} cannot be reached` };
    if (!isKept) settings.onProgress(`downloading mongod from ${host}`);
    return startReplicaSet(settings, { version: mongodVersion, downloadDir });
  },
};
