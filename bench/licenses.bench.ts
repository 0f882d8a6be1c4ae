import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { Pool } from 'undici';
import { benchmark } from './src/benchmark.ts';
import { runKitProgram } from './src/kit-program.ts';
import { closedLoop, now } from './src/load.ts';
import { startPlatform } from './src/platform.ts';
import { cpuMs } from './src/process-figures.ts';
import { send, sendJson } from './src/send.ts';
import { median } from './src/statistics.ts';
import { ms, ratio } from './src/table.ts';

const CALLERS = 16;
const deviceId = 'bench-device';

await benchmark('License validation', async (bench) => {
  const platform = await startPlatform(bench);
  const empty = await runKitProgram(bench, platform, 'empty-route.ts', { DATABASE_PREFIX: 'bench-empty-' });
  const licensing = platform.poolTo(platform.urlOf('svc-licensing'), CALLERS);

  const keys: string[] = [];
  const admin = await platform.actorHeader({ role: 'admin' }, 'svc-licensing');
  for (let index = 0; index < bench.size(200, 50); index += 1) {
    const { licenseKey } = await sendJson<AdminLicense>(licensing, {
      method: 'POST',
      path: '/api/admin/licenses/manual',
      headers: admin,
      json: { email: `buyer-${index}@example.com` },
    });
    await onDevice(licensing, 'activate', licenseKey);
    keys.push(licenseKey);
  }

  const sides = [
    {
      pool: platform.poolTo(empty.url, CALLERS),
      pid: empty.pid,
      perSecond: [] as number[],
      cpu: [] as number[],
    },
    { pool: licensing, pid: platform.pidOf('svc-licensing'), perSecond: [] as number[], cpu: [] as number[] },
  ] as const;
  let next = 0;
  const validate = (pool: Pool) =>
    onDevice(pool, 'validate', keys[next++ % keys.length] ?? '').then(() => {});
  for (const { pool } of sides) await closedLoop({ callers: CALLERS, seconds: 1 }, () => validate(pool));
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const { pool, pid, perSecond, cpu } of sides) {
      const cpuBefore = await cpuMs(pid);
      const load = await closedLoop({ callers: CALLERS, seconds: bench.size(3, 1) }, () => validate(pool));
      if (load.failures > 0) throw new Error(`${load.failures} validations failed`);
      perSecond.push(load.latencies.length / load.seconds);
      cpu.push(((await cpuMs(pid)) - cpuBefore) / load.latencies.length);
    }
  }

  const [nothing, validation] = sides;
  const share = median(validation.perSecond) / median(nothing.perSecond);
  bench.add({
    figure: 'validations a second',
    measured: `${median(validation.perSecond).toFixed(0)}, ratio ${ratio(share)}`,
    peer: `empty validated POST ${median(nothing.perSecond).toFixed(0)}`,
    bar: 'at least .75 of the empty POST',
    met: share >= 0.75,
  });
  bench.add({
    figure: 'CPU of the service, a request',
    measured: ms(median(validation.cpu)),
    peer: `empty validated POST ${ms(median(nothing.cpu))}`,
  });

  const seenAfter: number[] = [];
  for (const key of keys.slice(0, bench.size(20, 10))) {
    await send(licensing, {
      method: 'POST',
      path: `/api/admin/licenses/${key}/deactivate`,
      headers: admin,
      json: {},
    });
    const revokedAt = now();
    while ((await onDevice(licensing, 'validate', key)).valid && now() - revokedAt < 5000);
    seenAfter.push(now() - revokedAt);
  }
  bench.add({
    figure: `revocation seen, slowest of ${seenAfter.length}`,
    measured: ms(Math.max(...seenAfter)),
    bar: 'within 1 s',
    met: Math.max(...seenAfter) < 1000,
  });
});

function onDevice(pool: Pool, verb: 'activate' | 'validate', licenseKey: string): Promise<Validation> {
  return sendJson(pool, { method: 'POST', path: `/api/license/${verb}`, json: { licenseKey, deviceId } });
}
