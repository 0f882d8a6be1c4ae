import { buildAll } from '@leadping/dev-stack/build';
import { ROOT } from '@leadping/dev-stack/root';
import { beginStack, type Stack } from '@leadping/dev-stack/stack';
import { printedSteps } from '@leadping/dev-stack/steps';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { platformClient, until } from '../platform.ts';

export interface Cluster {
  stack: Stack;
  folder: string;
  sandbox: (path: string, method: string, body?: unknown) => Promise<unknown>;
  databaseOf: (service: string) => Connection;
  /** Every instance says that it is ready. */
  whenReady: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A cluster for a command, with a database and NATS of its own, thrown away at the end. */
export async function openCluster(
  name: string,
  options: { instances?: number; env?: NonNullable<Parameters<typeof beginStack>[0]['env']> } = {},
): Promise<Cluster> {
  // What is killed here must not be somebody else's.
  delete process.env.MONGODB_URI;
  delete process.env.NATS_URL;
  const steps = printedSteps((line) => console.log(line));
  await buildAll(ROOT, steps);
  const folder = await mkdtemp(join(tmpdir(), `leadping-${name}-`));
  const log = createWriteStream(join(folder, 'stack.log'));
  const beginning = beginStack({
    root: ROOT,
    dataFolder: folder,
    port: 0,
    sandboxPort: 0,
    instances: options.instances ?? 2,
    natsCluster: true,
    steps,
    onLine: (process, line) => log.write(`${new Date().toISOString()} ${process} ${line}\n`),
    env: { ...options.env, gateway: { TRUST_PROXY: '127.0.0.0/8', ...options.env?.gateway } },
  });
  const stack = await beginning.started;
  const client = platformClient(stack);
  // A payment provider sends again for days; here it does so every second or two.
  await client.sandbox('/sandbox/webhooks/retries', 'PUT', {
    delaysMs: Array.from({ length: 50 }, () => 1500),
    timeoutMs: 5000,
  });
  const database = mongoose.createConnection(stack.database.uri, { serverSelectionTimeoutMS: 30_000 });
  database.on('error', () => {});
  await database.asPromise();
  return {
    stack,
    folder,
    sandbox: client.sandbox,
    databaseOf: (service) => database.useDb(`leadping-${service}`),
    whenReady: async () => {
      const all = Object.values(stack.instances).flat();
      await until('every instance is ready', async () => {
        await Promise.all(all.map((each) => each.ready()));
        return true;
      });
    },
    stop: async () => {
      await database.close().catch(() => {});
      await beginning.stop();
      log.end();
      if (!process.env.KEEP_LOGS) await rm(folder, { recursive: true, force: true });
    },
  };
}
