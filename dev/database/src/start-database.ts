import { join } from 'node:path';
import { claimFolder } from '@leadping/dev-machine/claim-folder';
import { onlyOnce } from '@leadping/dev-machine/once';
import { removeDatabase } from '@leadping/documentdb/engine/data-folder';
import type { Database, DatabaseOptions, Provider } from './provider.ts';
import { documentdb } from './providers/documentdb.ts';
import { downloadedMongod } from './providers/downloaded-mongod.ts';
import { mongodOnPath } from './providers/mongod-on-path.ts';
import { mongodbUri } from './providers/mongodb-uri.ts';

/** Providers in order. The first available one is used. */
export const providers: readonly Provider[] = [mongodbUri, mongodOnPath, downloadedMongod, documentdb];

const defaultCache = join(import.meta.dirname, '../../../.data/engine');

export class NoDatabase extends Error {
  constructor(closedWays: { provider: Provider; reason: string }[]) {
    const ways = closedWays.map(
      ({ provider, reason }, index) =>
        `  ${index + 1}. ${provider.name}: ${reason.split('\n')[0]}\n     To use it, ${provider.remedy}.`,
    );
    super(`No database can be had. One of these is needed:\n${ways.join('\n')}`);
    this.name = 'NoDatabase';
  }
}

/**
 * Starts the first database that is available on this machine.
 * @throws NoDatabase with the reason of each provider, or if another stack uses the data folder
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const { cacheFolder = defaultCache, ephemeral = false, port, onProgress } = options;
  const claimed = await claimFolder(options.dataFolder, {
    ephemeral,
    clean: (folder) => removeDatabase(join(folder, 'documentdb')),
  });
  const closedWays: { provider: Provider; reason: string }[] = [];
  for (const provider of providers) {
    const dataFolder = join(claimed.folder, provider.folder);
    try {
      const started = await provider.start({ dataFolder, cacheFolder, ephemeral, port, onProgress });
      if (!('unavailable' in started)) {
        onProgress(`database: ${provider.name}`);
        return {
          ...started,
          provider: provider.name,
          stop: onlyOnce(async () => {
            await started.stop();
            await claimed.release();
          }),
        };
      }
      closedWays.push({ provider, reason: started.unavailable });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onProgress(`database: ${provider.name} failed: ${reason}`);
      closedWays.push({ provider, reason });
    }
  }
  await claimed.release();
  throw new NoDatabase(closedWays);
}
