import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Nats, NatsOptions } from '@leadping/dev-nats/nats';
import { startNats } from '@leadping/dev-nats/start-nats';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { until } from './until.ts';

export interface OwnNats {
  url: string;
  readStore: () => Promise<string>;
  /** The disk of its files, if `smallDiskMb` was given and this machine allows mounting. */
  disk: SmallDisk | undefined;
  /** Kills the server. It restarts with an empty store. */
  loseStore: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A NATS server for this test only. */
export async function startOwnNats(
  options: Pick<NatsOptions, 'users' | 'minFreeBytes'> &
    Partial<Pick<NatsOptions, 'onProgress'>> & { smallDiskMb?: number } = {},
): Promise<OwnNats> {
  const folder = await mkdtemp(join(tmpdir(), 'own-nats-'));
  const { smallDiskMb, ...natsOptions } = options;
  const disk = smallDiskMb === undefined ? undefined : await mountSmallDisk(folder, smallDiskMb);
  const store = join(folder, 'nats/store');
  const nats = await startUnshared({
    dataFolder: join(folder, 'nats'),
    onProgress: () => undefined,
    ...natsOptions,
  });
  return {
    url: nats.url,
    disk,
    readStore: async () => {
      const entries = await readdir(store, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
      return (await Promise.all(texts)).join('\n');
    },
    loseStore: async () => {
      const killed = nats.pid();
      await rename(store, join(folder, `lost-${killed}`));
      process.kill(killed, 'SIGKILL');
      await until(() => nats.pid() !== killed);
    },
    stop: async () => {
      await nats.stop();
      await disk?.unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startUnshared(options: NatsOptions): Promise<Nats> {
  const shared = process.env.NATS_URL;
  delete process.env.NATS_URL;
  try {
    return await startNats(options);
  } finally {
    process.env.NATS_URL = shared;
  }
}
