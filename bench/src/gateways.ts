import { findSession } from '@leadping/contracts/identity/requests';
import { startDatabase } from '@leadping/dev-database/start-database';
import { startNats } from '@leadping/dev-nats/start-nats';
import { GATEWAY_FLAGS } from '@leadping/dev-stack/node-flags';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { openBus } from '@leadping/service-kit/messaging/bus';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { openStreams } from './kit-program.ts';
import { temporaryFolder } from './platform.ts';
import { runProgram, serverEnv, type RunningProgram } from './program.ts';

/** The cookie of the only session. */
export const SESSION = 'bench-session';
const SOMEBODY = {
  userId: 'bench',
  username: 'bench',
  email: 'bench@example.com',
  role: 'admin' as const,
  resellerId: null,
  signedInAt: 0,
};

export interface RunningGateways {
  publicUrl: string;
  /** The only file of the only release. */
  script: { path: string; bytes: Buffer };
  start: (env?: Record<string, string>) => Promise<RunningProgram>;
}

/**
 * Runs gateways as in `npm start`, with one program in place of all services: a database, NATS, a release with one
 * script, and one session.
 * @param upstream that program's address
 */
export async function openGateways(bench: Benchmark, upstream: string): Promise<RunningGateways> {
  const folder = await temporaryFolder(bench);
  const onProgress = () => {};
  const database = await startDatabase({ dataFolder: join(folder, 'database'), ephemeral: true, onProgress });
  bench.onEnd(() => database.stop());
  const nats = await startNats({ dataFolder: join(folder, 'nats'), ephemeral: true, onProgress });
  bench.onEnd(() => nats.stop());
  const prefix = `bench${randomBytes(4).toString('hex')}`;
  await openStreams(bench, nats.url, prefix, []);
  const bus = openBus({
    service: 'svc-identity',
    address: { url: nats.url },
    prefix,
    log: buildLog({ service: 'svc-identity', level: 'error' }),
    metrics: buildMetrics('svc-identity'),
  });
  bench.onEnd(() => bus.close());
  bus.respond(findSession, ({ cookieHash }) =>
    Promise.resolve({
      session: cookieHash === hashSecretToken(SESSION) ? { sessionId: 'bench', actor: SOMEBODY } : null,
    }),
  );

  const publicUrl = 'http://localhost:8080';
  const script = Buffer.from(
    Array.from({ length: 3000 }, (_, line) => `export const value${line} = 'text of line ${line}';\n`).join(
      '',
    ),
  );
  const common = {
    NODE_ENV: 'development',
    ...serverEnv(database, nats, prefix),
    ACTOR_SIGNING_KEYS: `k1:${randomBytes(32).toString('hex')}`,
    PAGE_TOKEN_SECRET: randomBytes(32).toString('hex'),
    RELEASE_SIGNING_SEED: randomBytes(32).toString('hex'),
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    IDENTITY_URL: upstream,
    COMMERCE_URL: upstream,
    LICENSING_URL: upstream,
    SUPPORT_URL: upstream,
    ASSETS_FOLDER: join(folder, 'assets'),
    SEED_RELEASES: await writeShell(join(folder, 'shell'), script),
  };
  let started = 0;
  return {
    publicUrl,
    script: { path: '/assets/shell/1.0.0/main.js', bytes: script },
    start: (env = {}) => {
      started += 1;
      const state = { STATE_FOLDER: join(folder, `state-${started}`) };
      const args = [...GATEWAY_FLAGS, 'gateway/dist/server.js'];
      return runProgram(bench, 'gateway', args, { ...common, ...state, ...env });
    },
  };
}

async function writeShell(folder: string, script: Buffer): Promise<string> {
  const files = { 'main.js': script, 'index.html': Buffer.from('<!--head--><div id="root"></div>') };
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const manifest = {
    schema: 1,
    name: 'shell',
    version: '1.0.0',
    contract: 1,
    entry: 'main.js',
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
      bytes: bytes.byteLength,
    })),
    preload: ['main.js'],
    routes: [],
    needs: [],
    provides: {},
  };
  await writeFile(join(folder, 'release.json'), JSON.stringify(manifest));
  return folder;
}
