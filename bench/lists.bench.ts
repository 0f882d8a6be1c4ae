import type { ServiceProcess } from '@leadping/dev-stack/environments';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { openStreams, runKitProgram } from './src/kit-program.ts';
import { closedLoop } from './src/load.ts';
import { startPlatform, type Platform } from './src/platform.ts';
import { licenseSeed, orderSeed, seed } from './src/seed.ts';
import { send } from './src/send.ts';
import { median, quantile } from './src/statistics.ts';
import { ms, ratio } from './src/table.ts';

const FEW = 100;
const PAGE = 50;

await benchmark('Lists: the first page of many and of few', async (bench) => {
  const platform = await startPlatform(bench);
  const many = bench.size(100_000, 10_000);

  // The admin's list covers all licenses, so the small list needs its own database and process.
  const small = `${platform.prefix}s`;
  const { LICENSE_SIGNING_SEED, LICENSE_ROOT_SEED, LICENSE_KEY_SEAL_KEYS, LICENSE_INDEX_SECRET } =
    platform.secrets;
  await openStreams(bench, platform.nats.url, small, ['svc-licensing']);
  const twin = await runKitProgram(bench, platform, 'svc-licensing/dist/server.js', {
    DATABASE_PREFIX: `${small}-`,
    NATS_PREFIX: small,
    LICENSE_SIGNING_SEED,
    LICENSE_ROOT_SEED,
    LICENSE_KEY_SEAL_KEYS,
    LICENSE_INDEX_SECRET,
  });
  const license = licenseSeed(platform);
  const licensing = await platform.databaseOf('svc-licensing');
  await seed(licensing, 'licenses', many, (index) => license(index, 'large'));
  await seed(licensing, 'licenses', FEW, (index) => license(many + index, 'small'));
  await seed(await platform.databaseOf('svc-licensing', small), 'licenses', FEW, (index) =>
    license(index, 'small'),
  );

  const commerce = await platform.databaseOf('svc-commerce');
  await seed(commerce, 'orders', many, (index) => orderSeed(index, 'large'));
  await seed(commerce, 'orders', FEW, (index) => orderSeed(many + index, 'small'));

  const licensingUrl = platform.urlOf('svc-licensing');
  const reseller = (resellerId: string) => ({ role: 'reseller', resellerId }) as const;
  const admin = { role: 'admin' } as const;
  await compare(bench, platform, {
    figure: "admin's licenses",
    path: '/api/admin/licenses',
    large: { url: licensingUrl, service: 'svc-licensing', actor: admin },
    small: { url: twin.url, service: 'svc-licensing', actor: admin },
    many,
  });
  for (const [figure, service, path] of [
    ["a reseller's licenses", 'svc-licensing', '/api/resellers/licenses'],
    ["a reseller's orders", 'svc-commerce', '/api/resellers/orders'],
  ] as const) {
    const sideOf = (resellerId: string) => ({
      url: platform.urlOf(service),
      service,
      actor: reseller(resellerId),
    });
    await compare(bench, platform, { figure, path, large: sideOf('large'), small: sideOf('small'), many });
  }
});

interface Side {
  url: string;
  service: ServiceProcess;
  actor: Parameters<Platform['actorHeader']>[0];
}

async function compare(
  bench: Benchmark,
  platform: Platform,
  list: { figure: string; path: string; large: Side; small: Side; many: number },
): Promise<void> {
  const sides = [list.large, list.small].map(({ url, ...side }) => ({
    pool: platform.poolTo(url, 1),
    ...side,
    p95s: [] as number[],
  }));
  for (let round = 0; round <= bench.rounds; round += 1) {
    for (const { pool, actor, service, p95s } of sides) {
      const headers = await platform.actorHeader(actor, service);
      const load = await closedLoop({ callers: 1, seconds: bench.size(2, 1) }, async () => {
        const page = JSON.parse(
          await send(pool, { path: `${list.path}?limit=${PAGE}`, headers }),
        ) as unknown[];
        if (page.length !== PAGE) throw new Error(`${list.path} answered ${page.length} entries`);
      });
      if (load.failures > 0) throw new Error(`${load.failures} pages of ${list.path} failed`);
      // The first round warms both up.
      if (round > 0) p95s.push(quantile(load.latencies, 0.95));
    }
  }
  const [large, small] = sides.map(({ p95s }) => median(p95s));
  const share = (large ?? Number.NaN) / (small ?? Number.NaN);
  bench.add({
    figure: `${list.figure}, ${list.many}: first ${PAGE}, p95`,
    measured: `${ms(large ?? Number.NaN)}, ratio ${ratio(share)}`,
    peer: `of ${FEW}: ${ms(small ?? Number.NaN)}`,
    bar: 'within 2x of 100',
    met: share <= 2,
  });
}
