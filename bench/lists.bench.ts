import { mongo, type Connection } from 'mongoose';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { runKitProgram } from './src/kit-program.ts';
import { closedLoop } from './src/load.ts';
import { startPlatform, type Platform } from './src/platform.ts';
import { send } from './src/send.ts';
import { median, quantile } from './src/statistics.ts';
import { ms, ratio } from './src/table.ts';

const FEW = 100;
const BATCH = 1000;
const PAGE = 50;

await benchmark('Lists: the first page of many and of few', async (bench) => {
  const platform = await startPlatform(bench);
  const many = bench.size(100_000, 10_000);

  // The admin's list is of all licenses, so the few are in a database, and behind a process, of their own.
  const small = `${platform.prefix}s`;
  const { LICENSE_SIGNING_SEED, LICENSE_INDEX_SECRET } = platform.secrets;
  const twin = await runKitProgram(bench, platform, 'svc-licensing/dist/server.js', {
    DATABASE_PREFIX: `${small}-`,
    NATS_PREFIX: small,
    NATS_STREAM_MAX_MB: '64',
    LICENSE_SIGNING_SEED,
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
  const commerceUrl = platform.urlOf('svc-commerce');
  const reseller = (resellerId: string) => ({ role: 'reseller', resellerId }) as const;
  const admin = { role: 'admin' } as const;
  await compare(bench, platform, {
    figure: "admin's licenses",
    path: '/api/admin/licenses',
    large: { url: licensingUrl, actor: admin },
    small: { url: twin.url, actor: admin },
    many,
  });
  for (const [figure, url, path] of [
    ["a reseller's licenses", licensingUrl, '/api/resellers/licenses'],
    ["a reseller's orders", commerceUrl, '/api/resellers/orders'],
  ] as const) {
    const large = { url, actor: reseller('large') };
    await compare(bench, platform, { figure, path, large, small: { url, actor: reseller('small') }, many });
  }
});

interface Side {
  url: string;
  actor: Parameters<Platform['actorHeader']>[0];
}

async function compare(
  bench: Benchmark,
  platform: Platform,
  list: { figure: string; path: string; large: Side; small: Side; many: number },
): Promise<void> {
  const sides = [list.large, list.small].map(({ url, actor }) => ({
    pool: platform.poolTo(url, 1),
    actor,
    p95s: [] as number[],
  }));
  for (let round = 0; round <= bench.rounds; round += 1) {
    for (const { pool, actor, p95s } of sides) {
      const headers = await platform.actorHeader(actor);
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

async function seed(
  database: Connection,
  collection: string,
  count: number,
  documentOf: (index: number) => object,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const size = Math.min(BATCH, count - start);
    const batch = Array.from({ length: size }, (_, offset) => documentOf(start + offset));
    await database.collection(collection).insertMany(batch, { ordered: false });
  }
}

/** Issued a minute apart, as the service keeps them; all have the same key, each is found by its own index. */
function licenseSeed({ secrets }: Platform) {
  const sealer = buildSealer(secrets.LICENSE_KEY_SEAL_KEYS.split(','));
  return (index: number, resellerId: string, _id = new mongo.ObjectId()) => ({
    _id,
    orderId: `order-${index}`,
    keyIndex: `key-${index}`,
    sealedKey: sealer.seal('A'.repeat(32), licenseKeyPlace(_id.toHexString())),
    issuedAt: minute(index),
    email: `buyer-${index}@example.com`,
    origin: 'order',
    seller: { resellerId, businessName: 'Bench' },
    customerBusinessName: '',
    notes: '',
    status: 'active',
    payment: { refunded: false, disputeLost: false, disputeOpen: false, disputeRevision: 0 },
    devices: [],
    publishCount: 1,
    version: 1,
    createdAt: minute(index),
    updatedAt: minute(index),
  });
}

function orderSeed(index: number, resellerId: string) {
  return {
    _id: new mongo.ObjectId().toHexString(),
    sessionId: `cs_test_${index}`,
    paymentIntentId: `pi_${index}`,
    productType: 'main_product',
    resellerId,
    businessName: 'Bench',
    livemode: false,
    money: { amountMinor: 7900, currency: 'USD' },
    customerEmail: `buyer-${index}@example.com`,
    canonicalEmail: `buyer-${index}@example.com`,
    facts: {},
    status: 'completed',
    revision: 1,
    createdAt: new Date(Date.now() - index * 60_000),
    paidAt: new Date(Date.now() - index * 60_000),
    sealedLicenseKey: null,
    publishCount: 1,
  };
}

function minute(index: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + index * 60_000);
}
