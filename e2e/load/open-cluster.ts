import { buildAll } from '@leadping/dev-stack/build';
import { ROOT } from '@leadping/dev-stack/root';
import { beginStack, type Stack } from '@leadping/dev-stack/stack';
import { printedSteps } from '@leadping/dev-stack/steps';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBreakableConnection, type BreakableConnection } from '@leadping/test-kit/breakable-connection';
import mongoose, { type Connection } from 'mongoose';
import { platformClient, until } from '../platform.ts';
import { mountSmallDisk, type SmallDisk } from '@leadping/test-kit/small-disk';

export interface Cluster {
  stack: Stack;
  folder: string;
  /** Proxies between processes and what they call, by name. Empty by default. */
  links: ReadonlyMap<string, BreakableConnection>;
  /**
   * Disks of `database` and of the NATS servers `node-1` to `node-3`. Empty by default and without permission to
   * mount.
   */
  disks: ReadonlyMap<string, SmallDisk>;
  sandbox: (path: string, method: string, body?: unknown) => Promise<unknown>;
  databaseOf: (service: string) => Connection;
  /** Waits until every instance is ready. */
  whenReady: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Opens a temporary cluster with its own database and NATS. */
export async function openCluster(
  name: string,
  options: {
    instances?: number;
    breakable?: boolean;
    env?: NonNullable<Parameters<typeof beginStack>[0]['env']>;
  } = {},
): Promise<Cluster> {
  // Ignore configured servers, because this command kills them.
  delete process.env.MONGODB_URI;
  delete process.env.NATS_URL;
  const steps = printedSteps((line) => console.log(line));
  await buildAll(ROOT, steps);
  const folder = await mkdtemp(join(tmpdir(), `leadping-${name}-`));
  const log = createWriteStream(join(folder, 'stack.log'));
  const links = new Map<string, BreakableConnection>();
  const disks = new Map<string, SmallDisk>();
  const through = async (linkName: string, url: string) => {
    const link = await openBreakableConnection(url);
    links.set(linkName, link);
    return link.uri;
  };
  // Closed in reverse order. A disk that stays mounted would outlive this process.
  const closers: (() => Promise<unknown>)[] = [
    async () => {
      log.end();
      if (!process.env.KEEP_LOGS) await rm(folder, { recursive: true, force: true });
    },
    async () => {
      for (const disk of disks.values()) await disk.unmount();
    },
    async () => {
      for (const link of links.values()) await link.close();
    },
  ];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop())
      await close().catch((error: unknown) => console.error(error));
  };
  const giveUp = () => void stop().finally(() => process.exit(1));
  process.once('SIGINT', giveUp).once('SIGTERM', giveUp);
  try {
    if (options.breakable) await mountDisks(folder, disks);
    const beginning = beginStack({
      root: ROOT,
      dataFolder: folder,
      port: 0,
      sandboxPort: 0,
      instances: options.instances ?? 2,
      natsCluster: true,
      steps,
      ...(options.breakable ? { through } : {}),
      onLine: (process, line) => log.write(`${new Date().toISOString()} ${process} ${line}\n`),
      env: { ...options.env, gateway: { TRUST_PROXY: '127.0.0.0/8', ...options.env?.gateway } },
    });
    closers.push(beginning.stop);
    const stack = await beginning.started;
    const client = platformClient(stack);
    // A payment provider retries for days. The sandbox retries every second or two.
    await client.sandbox('/sandbox/webhooks/retries', 'PUT', {
      delaysMs: Array.from({ length: 50 }, () => 1500),
      timeoutMs: 5000,
    });
    const database = mongoose.createConnection(stack.database.uri, { serverSelectionTimeoutMS: 30_000 });
    database.on('error', () => {});
    closers.push(() => database.close());
    await database.asPromise();
    return {
      stack,
      folder,
      links,
      disks,
      sandbox: client.sandbox,
      // Cache the connections: a connection created while the database is unavailable has no collections.
      databaseOf: (service) => database.useDb(`leadping-${service}`, { useCache: true }),
      whenReady: async () => {
        const all = Object.values(stack.instances).flat();
        await until('every instance is ready', async () => {
          await Promise.all(all.map((each) => each.ready()));
          return true;
        });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    process.off('SIGINT', giveUp).off('SIGTERM', giveUp);
  }
}

/** Disk sizes: the reserve of the streams on each server, and the data that a run writes to the database. */
const DISK_MB = { 'nats/node-1': 512, 'nats/node-2': 512, 'nats/node-3': 512, database: 1536 };

async function mountDisks(folder: string, disks: Map<string, SmallDisk>): Promise<void> {
  for (const [path, megabytes] of Object.entries(DISK_MB)) {
    const disk = await mountSmallDisk(join(folder, path), megabytes);
    if (disk) disks.set(path.replace('nats/', ''), disk);
  }
}
