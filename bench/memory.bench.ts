import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import type { ServiceProcess } from '@leadping/dev-stack/environments';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { startPlatform, type Platform } from './src/platform.ts';
import { residentBytes, treeBytes } from './src/process-figures.ts';
import { ask, sendJson, type Sent } from './src/send.ts';
import { median } from './src/statistics.ts';
import { megabytes } from './src/table.ts';

const MB = 1e6;
/** The gateway's larger young generation saves CPU (`dev/stack/src/node-flags.ts`). */
const mostOf = (name: ServiceProcess) => (name === 'gateway' ? 160 : 130);
const CALLERS = 8;
/** The number of equal parts of the requests. Memory is read after each part. */
const PARTS = 10;
const TOKEN_LASTS_MS = 30_000;

/** `--requests=100000` is the number for the requirement. It takes a quarter of an hour. */
const asked = process.argv.find((argument) => argument.startsWith('--requests='))?.split('=')[1];

await benchmark('Memory', async (bench) => {
  const platform = await startPlatform(bench);
  const requests = Number(asked ?? bench.size(20_000, 2000));
  for (const [name, request] of await requestsOf(bench, platform)) {
    const atStart = await residentBytes(platform.pidOf(name));
    const readings: number[] = [];
    for (let part = 0; part < PARTS; part += 1) {
      await callMany(bench, platform, name, request, requests / PARTS);
      readings.push(await residentBytes(platform.pidOf(name)));
    }
    const last = readings.at(-1) ?? Number.NaN;
    // Medians, because a single reading depends on the garbage collector.
    const growth = median(readings.slice(PARTS / 2)) / median(readings.slice(0, PARTS / 2)) - 1;
    bench.add({
      figure: `${name} after ${requests} requests`,
      measured: megabytes(last),
      peer: `before them ${megabytes(atStart)}`,
      bar: `at most ${mostOf(name)} MB`,
      met: last <= mostOf(name) * MB,
    });
    bench.add({
      figure: `${name}, growth in the second half`,
      measured: `${(growth * 100).toFixed(1)} %`,
      bar: 'under 5 %',
      met: growth < 0.05,
    });
  }
  await wholeStack(bench, platform);
});

type Request = () => Promise<Sent>;

/** The requests for each process: a call that reads its database, and for the gateway a forwarded call. */
async function requestsOf(bench: Benchmark, platform: Platform): Promise<[ServiceProcess, Request][]> {
  const { licenseKey } = await sendJson<AdminLicense>(platform.poolTo(platform.urlOf('svc-licensing'), 1), {
    method: 'POST',
    path: '/api/admin/licenses/manual',
    headers: await platform.actorHeader({ role: 'admin' }, 'svc-licensing'),
    json: { email: 'memory@example.com' },
  });
  const identity = await platform.databaseOf('svc-identity');
  const user = await identity.collection('users').findOne();
  const adminOf = (name: ServiceProcess) => freshActor(platform, String(user?._id), name);
  const [toIdentity, toSupport] = [adminOf('svc-identity'), adminOf('svc-support')];
  const validate = { licenseKey, deviceId: 'bench-device' };
  return [
    ['gateway', async () => ({ path: '/api/pricing' })],
    ['svc-identity', async () => ({ path: '/api/user', headers: await toIdentity() })],
    ['svc-commerce', async () => ({ path: '/api/pricing' })],
    ['svc-licensing', async () => ({ method: 'POST', path: '/api/license/validate', json: validate })],
    ['svc-support', async () => ({ path: '/api/admin/support-tickets', headers: await toSupport() })],
  ];
}

/** The internal header, signed again before it expires. */
function freshActor(
  platform: Platform,
  userId: string,
  audience: ServiceProcess,
): () => Promise<Record<string, string>> {
  let signedAt = 0;
  let header: Promise<Record<string, string>> = Promise.resolve({});
  return () => {
    if (Date.now() - signedAt > TOKEN_LASTS_MS) {
      signedAt = Date.now();
      header = platform.actorHeader({ role: 'admin', userId }, audience);
    }
    return header;
  };
}

async function callMany(
  bench: Benchmark,
  platform: Platform,
  name: ServiceProcess,
  request: Request,
  count: number,
): Promise<void> {
  const pool = platform.poolTo(platform.urlOf(name), CALLERS);
  let left = count;
  let failures = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left-- > 0) {
        const { status } = await ask(pool, await request());
        if (status >= 500) failures += 1;
      }
    }),
  );
  if (failures > 0) bench.say(`${name}: ${failures} requests failed`);
}

async function wholeStack(bench: Benchmark, platform: Platform): Promise<void> {
  const { database, nats, sandbox, processes } = platform;
  const parts: [string, (number | undefined)[]][] = [
    ['gateway and services', Object.values(processes).map((process) => process.pid())],
    ['database', Object.values(database.pids())],
    ['NATS', [nats.pid()]],
    ['sandbox', [sandbox.pid()]],
  ];
  const sizes: [string, number][] = [];
  for (const [name, pids] of parts) {
    const own = await Promise.all(
      pids.filter((pid) => pid !== undefined && pid > 0).map((pid) => treeBytes(pid ?? 0)),
    );
    sizes.push([name, own.reduce((sum, bytes) => sum + bytes, 0)]);
  }
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  bench.add({
    figure: 'the whole local stack',
    measured: megabytes(total),
    peer: sizes.map(([name, bytes]) => `${name} ${megabytes(bytes)}`).join(', '),
    bar: 'under 1.2 GB',
    met: total < 1200 * MB,
  });
}
