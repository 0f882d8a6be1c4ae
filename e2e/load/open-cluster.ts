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
  /** What stands between processes and what they call, by its name; none unless asked for. */
  links: ReadonlyMap<string, BreakableConnection>;
  /** What `database` and `node-1` to `node-3` of NATS write to; none unless asked for, and where nobody may mount. */
  disks: ReadonlyMap<string, SmallDisk>;
  sandbox: (path: string, method: string, body?: unknown) => Promise<unknown>;
  databaseOf: (service: string) => Connection;
  /** Every instance says that it is ready. */
  whenReady: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A cluster for a command, with a database and NATS of its own, thrown away at the end. */
export async function openCluster(
  name: string,
  options: {
    instances?: number;
    breakable?: boolean;
    env?: NonNullable<Parameters<typeof beginStack>[0]['env']>;
  } = {},
): Promise<Cluster> {
  // What is killed here must not be somebody else's.
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
  // Whatever was opened, the last first; a disk that stays mounted would outlive this process.
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
    // A payment provider sends again for days; here it does so every second or two.
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
      // Kept: one that is made while the database is away has no collections.
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

/** Room for the streams' reserve on each server, and for what a run writes to the database. */
const DISK_MB = { 'nats/node-1': 512, 'nats/node-2': 512, 'nats/node-3': 512, database: 1536 };

async function mountDisks(folder: string, disks: Map<string, SmallDisk>): Promise<void> {
  for (const [path, megabytes] of Object.entries(DISK_MB)) {
    const disk = await mountSmallDisk(join(folder, path), megabytes);
    if (disk) disks.set(path.replace('nats/', ''), disk);
  }
}
