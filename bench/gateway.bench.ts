import { buildAll } from '@leadping/dev-stack/build';
import { GATEWAY_FLAGS } from '@leadping/dev-stack/node-flags';
import { ROOT } from '@leadping/dev-stack/root';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { openGateways, SESSION, type RunningGateways } from './src/gateways.ts';
import { closedLoop } from './src/load.ts';
import { startNginx, startNginxService } from './src/nginx.ts';
import { silentSteps } from './src/platform.ts';
import { cpuMs, residentBytes } from './src/process-figures.ts';
import { runProgram, type RunningProgram } from './src/program.ts';
import { canSaturate, saturate } from './src/saturate.ts';
import { ask, send, type Sent } from './src/send.ts';
import { median } from './src/statistics.ts';
import { megabytes, ms, ratio } from './src/table.ts';

const CALLERS = 32;

interface Side {
  pool: Pool;
  pid: number;
  cpu: number[];
  p50: number[];
}

await benchmark('Gateway', async (bench) => {
  await buildAll(ROOT, silentSteps);
  const upstream = await runProgram(
    bench,
    'small-json',
    ['--import', 'tsx', 'bench/programs/small-json.ts'],
    { NODE_ENV: 'production' },
  );
  const proxy = await startHttpProxy(bench, upstream.url);
  const gateways = await openGateways(bench, upstream.url);
  const gateway = await gateways.start();
  const nginx = await startNginx(bench, upstream.url);

  const sideOf = ({ url, pid }: { url: string; pid: number }): Side => {
    const pool = new Pool(url, { connections: CALLERS, pipelining: 1 });
    bench.onEnd(() => pool.destroy());
    return { pool, pid, cpu: [], p50: [] };
  };
  const open = () => ({
    direct: sideOf(upstream),
    nginx: sideOf(nginx),
    gateway: sideOf(gateway),
    'http-proxy': sideOf(proxy),
  });

  const seconds = bench.size(3, 1);
  const measure = async (sides: Record<string, Side>, requestOf: (side: string) => Sent, callers: number) => {
    const call = (name: string, { pool }: Side) => send(pool, requestOf(name)).then(() => {});
    for (const [name, side] of Object.entries(sides)) await warmUp(() => call(name, side));
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const [name, side] of Object.entries(sides)) {
        const before = await cpuMs(side.pid);
        const load = await closedLoop({ callers, seconds }, () => call(name, side));
        if (load.failures > 0) throw new Error(`${name}: ${load.failures} calls failed`);
        side.cpu.push(((await cpuMs(side.pid)) - before) / load.latencies.length);
        side.p50.push(median(load.latencies));
      }
    }
    return sides;
  };
  /** The gateway's CPU time per request, compared with nginx and another Node.js proxy. */
  const addCpu = (figure: string, sides: Record<string, Side>, most: number) => {
    const own = median(sides.gateway?.cpu ?? []);
    const peer = median(sides.nginx?.cpu ?? []);
    bench.add({
      figure: `CPU a request, ${figure}`,
      measured: `${ms(own)}, ${ratio(own / peer)}x nginx`,
      peer: `nginx ${ms(peer)}, @fastify/http-proxy ${ms(median(sides['http-proxy']?.cpu ?? []))}`,
      bar: `at most ${most}x nginx`,
      met: own / peer <= most,
    });
  };

  const get = await measure(open(), () => ({ path: '/api/pricing' }), CALLERS);
  addCpu('GET', get, 3);
  await addThroughput(bench, gateways);

  const origin = { origin: gateways.publicUrl };
  // The only call with a body that needs no session and has no rate limit.
  const post = (): Sent => ({ method: 'POST', path: '/api/logout', headers: origin, json: {} });
  addCpu('POST', await measure(open(), post, CALLERS), 3.4);
  let caller = 0;
  const guarded = (): Sent => {
    caller += 1;
    const address = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
    const headers = { ...origin, cookie: `session=${SESSION}`, 'x-forwarded-for': address };
    return {
      method: 'POST',
      path: '/api/create-main-checkout',
      headers,
      json: { successUrl: 'x', cancelUrl: 'y' },
    };
  };
  // The measured call also works without a session, so check first that the session is valid.
  const known = { path: '/api/admin/licenses', headers: { cookie: `session=${SESSION}` } };
  await send(sideOf(gateway).pool, known);
  addCpu('POST with session and rate limit', await measure(open(), guarded, CALLERS), 3.6);

  const hops = await measure(open(), () => ({ path: '/api/pricing' }), 1);
  const hopOf = (name: string) => median(hops[name]?.p50 ?? []);
  bench.add({
    figure: 'one connection, p50',
    measured: `${ms(hopOf('gateway'))}, ${ratio(hopOf('gateway') / hopOf('nginx'))}x nginx`,
    peer: `direct ${ms(hopOf('direct'))}, nginx ${ms(hopOf('nginx'))}, @fastify/http-proxy ${ms(hopOf('http-proxy'))}`,
    bar: 'at most 2x nginx',
    met: hopOf('gateway') / hopOf('nginx') <= 2,
  });

  const { script } = gateways;
  await writeFile(join(nginx.staticFolder, 'script.js'), script.bytes);
  await writeFile(join(nginx.staticFolder, 'script.js.gz'), gzipSync(script.bytes, { level: 9 }));
  const gzip = { 'accept-encoding': 'gzip' };
  const sides = { nginx: sideOf(nginx), gateway: sideOf(gateway) };
  await measure(
    sides,
    (side) => ({ path: side === 'nginx' ? '/static/script.js' : script.path, headers: gzip }),
    CALLERS,
  );
  const own = median(sides.gateway.cpu);
  bench.add({
    figure: `CPU a request, static ${(script.bytes.byteLength / 1000).toFixed(0)} kB`,
    measured: `${ms(own)}, ${ratio(own / median(sides.nginx.cpu))}x nginx`,
    peer: `nginx ${ms(median(sides.nginx.cpu))}`,
  });

  const memory: number[] = [];
  const { pool } = sideOf(gateway);
  for (const half of [1, 2]) {
    let left = bench.size(50_000, 5000);
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while ((left -= 1) >= 0) await ask(pool, half === 1 ? { path: '/api/pricing' } : guarded());
      }),
    );
    memory.push(await residentBytes(gateway.pid));
  }
  const [middle = 0, end = 0] = memory;
  bench.add({
    figure: `memory after ${bench.size(100_000, 10_000).toLocaleString('en')} requests more`,
    measured: `${megabytes(end)}, second half ${(((end - middle) / middle) * 100).toFixed(1)} %`,
    bar: 'at most 160 MB, growth under 5 %',
    met: end <= 160e6 && end <= middle * 1.05,
  });
});

/**
 * The maximum throughput of one process. Its callers and the service behind it are C programs, which leave a core to
 * it.
 */
async function addThroughput(bench: Benchmark, gateways: RunningGateways): Promise<void> {
  const service = await startNginxService(bench, {
    mainProduct: { dollars: 79 },
    reseller: { dollars: 497 },
  });
  if (!(await canSaturate()))
    return bench.say('requests a second are left out (Debian: apt-get install wrk)');
  const sides = {
    direct: service,
    nginx: await startNginx(bench, service.url),
    gateway: await gateways.start({ COMMERCE_URL: service.url }),
    'http-proxy': await startHttpProxy(bench, service.url),
    bare: await startBareProxy(bench, service.url),
  };
  const perSecond: Record<string, number[]> = {};
  for (let round = -1; round < bench.rounds; round += 1) {
    for (const [name, side] of Object.entries(sides)) {
      const load = await saturate(`${side.url}/api/pricing`, bench.size(5, 2));
      // The first round is for the compilers.
      if (round >= 0) (perSecond[name] ??= []).push(load.perSecond);
    }
  }
  const of = (name: keyof typeof sides) => median(perSecond[name] ?? []);
  const times = of('gateway') / of('http-proxy');
  bench.add({
    figure: 'requests a second, GET',
    measured: `${of('gateway').toFixed(0)}, ${ratio(times)}x @fastify/http-proxy`,
    peer:
      `direct ${of('direct').toFixed(0)}, nginx ${of('nginx').toFixed(0)}, @fastify/http-proxy ${of('http-proxy').toFixed(0)}, ` +
      `node:http and undici alone ${of('bare').toFixed(0)}, ${ratio(of('bare') / of('http-proxy'))}x`,
    bar: 'at least 1.5x every Node peer',
    met: times >= 1.5,
  });
}

function startHttpProxy(bench: Benchmark, upstream: string): Promise<RunningProgram> {
  const args = ['--import', 'tsx', 'bench/programs/http-proxy.ts'];
  return runProgram(bench, 'http-proxy', args, { NODE_ENV: 'production', UPSTREAM: upstream });
}

function startBareProxy(bench: Benchmark, upstream: string): Promise<RunningProgram> {
  const args = [...GATEWAY_FLAGS, '--import', 'tsx', 'bench/programs/bare-proxy.ts'];
  return runProgram(bench, 'bare-proxy', args, { NODE_ENV: 'production', UPSTREAM: upstream });
}

/** Warms up until the compiler has optimized the code. By count, because on a busy machine a second has few calls. */
async function warmUp(call: () => Promise<void>): Promise<void> {
  let left = 3000;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while ((left -= 1) >= 0) await call();
    }),
  );
}
