import type { Actor } from '@leadping/contracts/actor';
import { ACTOR_HEADER, actorTokens } from '@leadping/service-kit/http/actor-token';
import { buildAll } from '@leadping/dev-stack/build';
import { ROOT } from '@leadping/dev-stack/root';
import { beginStack, type Stack } from '@leadping/dev-stack/stack';
import type { ServiceProcess } from '@leadping/dev-stack/environments';
import type { Steps } from '@leadping/dev-stack/steps';
import mongoose, { type Connection } from 'mongoose';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Benchmark } from './benchmark.ts';

/** Hides the steps of a start, which do not belong in a table. */
export const silentSteps: Steps = { run: (_title, work) => work(() => {}) };

export interface Platform extends Stack {
  root: string;
  prefix: string;
  dataFolder: string;
  urlOf: (process: ServiceProcess) => string;
  pidOf: (process: ServiceProcess) => number;
  /** Opens connections to a process, closed at the end. */
  poolTo: (origin: string, connections: number) => Pool;
  /** The internal header of a signed-in user for one process, valid for a minute. */
  actorHeader: (actor: Partial<Actor>, audience: ServiceProcess) => Promise<Record<string, string>>;
  /** Opens a service's database, dropped at the end. @param prefix another stack's prefix on the same server. */
  databaseOf: (process: ServiceProcess, prefix?: string) => Promise<Connection>;
}

/** Starts the whole platform on free ports with its own data, and removes everything at the end. */
export async function startPlatform(
  bench: Benchmark,
  env: Partial<Record<ServiceProcess, Record<string, string>>> = {},
): Promise<Platform> {
  await buildAll(ROOT, silentSteps);
  const dataFolder = await temporaryFolder(bench);
  // An external database or NATS may also contain other stacks.
  const prefix = `bench${randomBytes(4).toString('hex')}`;
  const lastLines: string[] = [];
  const { started, stop } = beginStack({
    root: ROOT,
    dataFolder,
    port: 0,
    sandboxPort: 0,
    prefix,
    env,
    steps: silentSteps,
    onLine: (name, line) => {
      lastLines.push(`${name} ${line}`);
      if (lastLines.length > 20) lastLines.shift();
    },
  });
  bench.onEnd(stop);
  const stack = await started.catch((error: unknown) => {
    throw new Error(`the platform did not start:\n${lastLines.join('\n')}`, { cause: error });
  });
  const tokens = actorTokens(stack.secrets.ACTOR_SIGNING_KEYS.split(','), 'gateway');
  return {
    ...stack,
    root: ROOT,
    prefix,
    dataFolder,
    urlOf: (name) => `http://127.0.0.1:${stack.ports[name]}`,
    pidOf: (name) => {
      const pid = stack.processes[name].pid();
      if (pid === undefined) throw new Error(`${name} does not run`);
      return pid;
    },
    poolTo: (origin, connections) => {
      const pool = new Pool(origin, { connections, pipelining: 1 });
      bench.onEnd(() => pool.destroy());
      return pool;
    },
    actorHeader: async (actor, audience) => ({
      [ACTOR_HEADER]: await tokens.sign(
        { ...SOMEBODY, signedInAt: Date.now(), isFresh: true, ...actor },
        audience,
      ),
    }),
    databaseOf: async (name, of = prefix) => {
      const dbName = `${of}-${name.replace('svc-', '')}`;
      const connection = await mongoose.createConnection(stack.database.uri, { dbName }).asPromise();
      bench.onEnd(async () => {
        await connection.dropDatabase();
        await connection.close();
      });
      return connection;
    },
  };
}

const SOMEBODY = {
  userId: 'bench',
  username: 'bench',
  email: 'bench@example.com',
  role: 'admin',
  resellerId: null,
} as const;

export async function temporaryFolder(bench: Benchmark): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  bench.onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
