import { startDatabase } from '@leadping/dev-database/start-database';
import { startNats } from '@leadping/dev-nats/start-nats';
import { join } from 'node:path';
import type { Steps } from './steps.ts';

export interface TestServers {
  /** The environment variables for the tests. */
  env: { MONGODB_URI: string; NATS_URL: string };
  stop: () => Promise<void>;
}

/**
 * A database and NATS for tests, with temporary data in this folder. If `MONGODB_URI` or `NATS_URL` is set, that
 * server is used instead and never stopped.
 */
export async function startTestServers(folder: string, steps: Steps): Promise<TestServers> {
  const database = await steps.run('database', (onProgress) =>
    startDatabase({ dataFolder: join(folder, 'database'), ephemeral: true, onProgress }),
  );
  try {
    const nats = await steps.run('NATS', (onProgress) =>
      startNats({ dataFolder: join(folder, 'nats'), onProgress }),
    );
    return {
      env: { MONGODB_URI: database.uri, NATS_URL: nats.url },
      stop: async () => {
        await nats.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
