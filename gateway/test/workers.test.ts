import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig, testEnvironment } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { GatewayConfig } from '../src/config.ts';
import { aShell, writeBuild } from './builds.ts';
import { callAt } from './gateway.ts';
import { startUpstream, type UpstreamUnderTest } from './upstream.ts';

const SERVER = path.join(import.meta.dirname, '../src/server.ts');

let folder: string;
let upstream: UpstreamUnderTest;
let gateway: ChildProcess;
let env: Record<string, string | undefined>;
let base: string;
let operators: string;
const lines: string[] = [];

/** Runs the gateway with two workers in its own process, as in production. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'workers-'));
  upstream = await startUpstream();
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  base = `http://127.0.0.1:${port}`;
  operators = `http://127.0.0.1:${metricsPort}`;
  env = testEnvironment({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    WORKERS: '2',
    LOG_LEVEL: 'info',
    IDENTITY_URL: upstream.url,
    COMMERCE_URL: upstream.url,
    LICENSING_URL: upstream.url,
    SUPPORT_URL: upstream.url,
    RELEASE_SIGNING_SEED: 'd'.repeat(64),
    ASSETS_FOLDER: path.join(folder, 'assets'),
    STATE_FOLDER: path.join(folder, 'state'),
    SEED_RELEASES: await writeBuild(path.join(folder, 'shell'), aShell()),
  });
  gateway = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', SERVER], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [gateway.stdout, gateway.stderr])
    if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  await until(() => countOf('listening') === 2, 120).catch((error: unknown) => {
    throw new Error(lines.join('\n'), { cause: error });
  });
}, 150_000);
afterAll(async () => {
  if (gateway.exitCode === null) gateway.kill('SIGKILL');
  await upstream.close();
  await dropStack(testConfig(GatewayConfig, env as Record<string, string>));
  await rm(folder, { recursive: true, force: true });
});

const linesOf = (message: string) =>
  lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; pid: number; worker?: number })
    .filter(({ msg }) => msg === message);
const countOf = (message: string) => linesOf(message).length;
/** Each call uses its own connection, so that the workers serve them in turn. */
const price = () => callAt(base, '/api/pricing');
const measured = async () => {
  const { text } = await callAt(operators, '/metrics');
  const counts = [...text.matchAll(/^leadping_http_request_seconds_count\{(.*)\} (\d+)$/gm)];
  return counts.filter(([, labels]) => labels?.includes('route="/api/pricing"')).map(([, , n]) => Number(n));
};

describe('a gateway of two workers', () => {
  it('acts as one gateway with one port and the sum of both workers in its metrics', async () => {
    for (let call = 0; call < 6; call += 1) expect((await price()).status).toBe(200);
    await until(async () => (await measured()).reduce((sum, count) => sum + count, 0) === 6);
    const { text } = await callAt(operators, '/metrics');
    const startedAt = Number(/^process_start_time_seconds\{.*\} (\S+)$/m.exec(text)?.[1]);
    // This metric is not summed: it is the start time of the newest worker.
    expect(Math.abs(startedAt - Date.now() / 1000)).toBeLessThan(3600);
    expect((await callAt(operators, '/readyz')).status).toBe(200);
    expect((await callAt(base, '/metrics')).status).not.toBe(200);
  });

  it('continues to serve while a killed worker is replaced', async () => {
    const [first] = linesOf('worker started');
    const victim = first?.worker ?? 0;
    process.kill(victim, 'SIGKILL');
    await until(() => countOf('worker ended') === 1);
    for (let call = 0; call < 6; call += 1) expect((await price()).status).toBe(200);
    await until(() => countOf('listening') === 3, 120);
    expect(linesOf('worker started').map(({ worker }) => worker)).toHaveLength(3);
    expect(linesOf('worker started').filter(({ worker }) => worker === victim)).toHaveLength(1);
  }, 150_000);

  it('stops both workers at SIGTERM after active calls have ended', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    upstream.received.length = 0;
    upstream.answer(async () => {
      await held;
      return { held: true };
    });
    // The gateway waits four times as long for this route, so that a busy machine has time to close the port.
    const status = () => callAt(base, '/api/checkout-status?session_id=cs_test_1');
    const calls = [status(), status()];
    await until(() => upstream.received.length === 2);
    const ended = once(gateway, 'exit');
    gateway.kill('SIGTERM');
    // Both workers have closed their port. Do not wait for a call: a connection that arrives while the last worker
    // closes can stay in the primary until that ends.
    let isClosed = false;
    await until(() => {
      callAt(base, '/healthz').catch(() => (isClosed = true));
      return isClosed;
    });
    release();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await ended).toEqual([0, null]);
  }, 60_000);
});
