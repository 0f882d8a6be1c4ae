import { join } from 'node:path';
import { claimFolder } from '@leadping/dev-machine/claim-folder';
import { onlyOnce } from '@leadping/dev-machine/once';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import { ensureNatsServer } from './ensure-nats-server.ts';
import type { Nats, NatsOptions } from './nats.ts';
import { endLeftoverServer, runServer } from './run-server.ts';

export const defaultCache = join(import.meta.dirname, '../../../.data/engine');

/** Finds the program on the PATH or in Debian's package. */
export async function findServer(
  cacheFolder: string,
  onProgress: (line: string) => void,
): Promise<{ program: string; provider: string }> {
  const installed = await findExecutable('nats-server');
  if (installed) return { program: installed, provider: 'nats-server on the PATH' };
  try {
    const program = await ensureNatsServer(cacheFolder, onProgress);
    return { program, provider: "nats-server from Debian's package" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `No NATS can be had. One of these is needed:
  1. NATS_URL: set it to a NATS server with JetStream that is running.
  2. nats-server on the PATH: install it from https://nats.io/download.
  3. Debian's package: run on Debian (or a container of it) with apt-get, dpkg-deb and a reachable mirror.
     It failed: ${reason}`,
      { cause: error },
    );
  }
}

/** Starts the first available NATS server with JetStream on file storage. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const {
    cacheFolder = defaultCache,
    ephemeral = false,
    port = 0,
    users,
    minFreeBytes,
    onProgress,
  } = options;
  const url = process.env.NATS_URL;
  if (url) {
    onProgress('NATS: NATS_URL');
    return {
      url,
      provider: 'NATS_URL',
      hasUsers: false,
      pid: () => 0,
      restart: async () => undefined,
      stop: async () => undefined,
    };
  }
  const { program, provider } = await findServer(cacheFolder, onProgress);
  const claimed = await claimFolder(options.dataFolder, { ephemeral, clean: endLeftoverServer });
  try {
    const { folder } = claimed;
    const server = await runServer({ program, folder, port, users, minFreeBytes, onProgress });
    onProgress(`NATS: ${provider}`);
    return {
      ...server,
      provider,
      hasUsers: users !== undefined,
      stop: onlyOnce(async () => {
        await server.stop();
        await claimed.release();
      }),
    };
  } catch (error) {
    await claimed.release();
    throw error;
  }
}
