import { readOptions } from '@leadping/dev-machine/command-options';
import type { PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';
import { readFile } from 'node:fs/promises';
import { Buyers } from './load/buyers.ts';
import { ADMIN_CALLS, SELLER_CALLS } from './load/dashboard-calls.ts';
import { activeKeyAt, fillShop } from './load/fill-shop.ts';
import { openCluster, type Cluster } from './load/open-cluster.ts';
import { ShopTraffic, type Call } from './load/shop-traffic.ts';
import { LICENSE_KEY, platformClient } from './platform.ts';
import { ADMIN } from './test-stacks.ts';
import { person } from './test/person.ts';
import { makeReseller } from './test/reseller.ts';

const USAGE = `
npm run capacity -- [options]

What a page view, a validation (of one key again and again, and of another key each time), a read of the selectors and a purchase
cost each process and the database, and how long the dashboards' calls take.

  --instances <a,b>  of every process, a cluster for each; 1,2 by default
  --licenses <a,b>   in the database, each with its order, checkout and mail; 1000,100000 by default
  --calls <n>        of each kind; 2000 by default
  --purchases <n>    30 by default
  --minutes <n>      begins nothing new after that; 30 by default
`;

const { values } = readOptions(
  { usage: USAGE, numbers: ['minutes', 'calls', 'purchases'] },
  {
    options: {
      instances: { type: 'string', default: '1,2' },
      licenses: { type: 'string', default: '1000,100000' },
      minutes: { type: 'string', default: '30' },
      calls: { type: 'string', default: '2000' },
      purchases: { type: 'string', default: '30' },
    },
  },
);
const end = Date.now() + Number(values.minutes) * 60_000;
const listOf = (text: string) => text.split(',').map(Number);
const CALLERS = 8;
const IDLE_SECONDS = 15;
/** Number of requests for each dashboard call. */
const VIEWS = 5;
const TICK_MS = 10;
let isStopping = false;
process.on('SIGINT', () => (isStopping = true));
process.on('SIGTERM', () => (isStopping = true));

/** CPU time of each part so far in ms, and the number of database operations. */
type Figures = Record<string, number>;
const PARTS = ['gateway', 'svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support', 'database', 'NATS'];

const rows: string[] = [];
const views: string[] = [];
for (const instances of listOf(values.instances)) {
  if (Date.now() > end || isStopping) break;
  const cluster = await openCluster('capacity', {
    instances,
    env: { 'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password } },
  });
  try {
    await measureCluster(cluster, instances);
  } finally {
    await cluster.stop();
  }
}
const head = ['instances', 'licenses', 'what', ...PARTS.map((part) => `${part}, ms`), 'database operations'];
console.log(`\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
console.log(rows.join('\n'));
console.log(`\n| instances | licenses | what | p50, ms | slowest, ms |\n|${' --- |'.repeat(5)}`);
console.log(views.join('\n'));
process.exit(0);

/**
 * The sandbox sends every event that it knows, a real provider only those selected in its account. Select the events
 * that the payments page lists.
 */
async function requestWantedEvents(
  { stack, sandbox }: Cluster,
  admin: ReturnType<typeof person>,
): Promise<void> {
  const health = await admin.call<PaymentHealth>('/api/admin/payment-health');
  await sandbox(`/sandbox/accounts/${stack.secrets.STRIPE_TEST_KEY}/webhook`, 'PUT', {
    url: health.webhookUrl,
    secret: stack.secrets.STRIPE_TEST_WEBHOOK_SECRET,
    enabled_events: health.requiredEvents,
  });
}

async function measureCluster(cluster: Cluster, instances: number): Promise<void> {
  const traffic = new ShopTraffic(
    cluster.stack.instances.gateway.map(({ port }) => `http://127.0.0.1:${port}`),
  );
  const admin = person(cluster.stack);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await requestWantedEvents(cluster, admin);
  const first = new Buyers(cluster.stack, traffic, 'first');
  await buy(first, 1);
  await first.settle(cluster.databaseOf, 60);
  const [mail] = await platformClient(cluster.stack).mailsTo(first.emails[0] ?? '');
  const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? '';
  const reseller = await makeReseller(cluster.stack, {
    businessName: 'Large Seller',
    productPrice: '79',
    currency: 'USD',
  });
  await person(cluster.stack).call('/api/support', 'POST', {
    name: 'A Buyer',
    email: 'buyer@example.com',
    category: 'technical',
    subject: 'A question',
    message: 'Where do I paste the key?',
  });
  const device = { licenseKey, deviceId: 'capacity-device' };
  await traffic.send({ path: '/api/license/activate', method: 'POST', body: device });
  for (const licenses of listOf(values.licenses)) {
    if (Date.now() > end || isStopping) return;
    await fillShop(cluster, licenses, { largeSeller: reseller.id, isStopping: () => isStopping });
    // Sessions are fresh only for a limited time.
    await admin.signIn(ADMIN.username, ADMIN.password);
    for (const [who, calls] of [
      [admin, ADMIN_CALLS],
      [reseller.signedIn, SELLER_CALLS],
    ] as const)
      for (const [title, path] of Object.entries(calls)) {
        const times = await timesOf(() => who.call(path)).catch((error: Error) => [
          error.message.slice(0, 80),
        ]);
        views.push(`| ${[instances, licenses.toLocaleString('en'), title, ...times].join(' | ')} |`);
        console.log(views.at(-1));
      }
    const idle = await spentBy(cluster, async () => {
      await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
      return 1;
    });
    const validate = (key: string): Call => ({
      path: '/api/license/validate',
      method: 'POST',
      body: { ...device, licenseKey: key },
    });
    // Starts with the newest license. Each license is requested only once.
    let place = licenses;
    const nextKey = () => {
      let key: string | undefined;
      while (key === undefined) key = activeKeyAt((place -= 1));
      return key;
    };
    const { text } = await traffic.send(validate(nextKey()));
    if (!text.includes('"valid":true')) throw new Error(`the copies' keys do not hold: ${text}`);
    const kinds: Record<string, () => Promise<number>> = {
      'page view': () => callMany(traffic, () => ({ path: '/' })),
      selectors: () => callMany(traffic, () => ({ path: '/api/public/selectors' })),
      'validation, same key': () => callMany(traffic, () => validate(licenseKey)),
      // One key for each call of the warm-ups and the measurement. Some licenses are not active.
      ...(licenses > (instances + 2) * Number(values.calls) && {
        'validation, another key': () => callMany(traffic, () => validate(nextKey())),
      }),
      purchase: async () => {
        const buyers = new Buyers(cluster.stack, traffic, `many-${licenses}`);
        await buy(buyers, Number(values.purchases));
        return (await buyers.settle(cluster.databaseOf, 90)).licenses;
      },
    };
    for (const [kind, work] of Object.entries(kinds)) {
      // Repeat, so that each process gets the same warm-up regardless of their number.
      for (let warmed = 0; warmed < instances; warmed += 1) await work();
      const { count, seconds, figures } = await spentBy(cluster, work);
      const each = (key: string) => {
        const background = ((idle.figures[key] ?? 0) / idle.seconds) * seconds;
        return Math.max(0, ((figures[key] ?? 0) - background) / count);
      };
      const cells = PARTS.map((part) => each(part).toFixed(2));
      rows.push(
        `| ${[instances, licenses.toLocaleString('en'), kind, ...cells, each('operations').toFixed(1)].join(' | ')} |`,
      );
      console.log(`${rows.at(-1)} (${count} in ${Math.round(seconds)} s)`);
    }
  }
  await traffic.close();
}

/** The median and the slowest of some calls, in ms. */
async function timesOf(call: () => Promise<unknown>): Promise<(number | undefined)[]> {
  const times: number[] = [];
  for (let view = 0; view < VIEWS && !isStopping; view += 1) {
    const since = performance.now();
    await call();
    times.push(Math.round(performance.now() - since));
  }
  times.sort((left, right) => left - right);
  return [times[Math.floor(times.length / 2)], times.at(-1)];
}

async function callMany(traffic: ShopTraffic, nextCall: () => Call): Promise<number> {
  let left = Number(values.calls);
  let well = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left > 0) {
        left -= 1;
        // Each call has its own address, so that it meets no rate limit.
        const { ending } = await traffic.send({
          ...nextCall(),
          from: `10.${left >> 16}.${(left >> 8) & 255}.${left & 255}`,
        });
        if (ending === 'ok') well += 1;
      }
    }),
  );
  return well;
}

async function buy(buyers: Buyers, count: number): Promise<void> {
  const ending = new AbortController();
  const buying = buyers.buyUntil(ending.signal, { concurrency: 2 });
  while (buyers.emails.length < count && !isStopping) await new Promise((resolve) => setTimeout(resolve, 50));
  ending.abort();
  await buying;
}

async function spentBy(cluster: Cluster, work: () => Promise<number>) {
  const before = await figuresOf(cluster);
  const since = performance.now();
  const count = await work();
  const seconds = (performance.now() - since) / 1000;
  const after = await figuresOf(cluster);
  const figures: Figures = {};
  for (const [key, value] of Object.entries(after)) figures[key] = value - (before[key] ?? 0);
  return { count, seconds, figures };
}

async function figuresOf({ stack, databaseOf }: Cluster): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, all] of Object.entries(stack.instances))
    figures[name] = await cpuMs(all.map(({ pid }) => pid() ?? 0));
  figures.NATS = await cpuMs(stack.natsNodes.map(({ pid }) => pid()));
  figures.database = await cpuMs(await withChildren(Object.values(stack.database.pids())));
  const status = await databaseOf('commerce').db?.admin().serverStatus();
  const counts = (status?.opcounters ?? {}) as Record<string, number>;
  figures.operations = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return figures;
}

/** Includes living child processes and those that have ended. */
async function cpuMs(pids: number[]): Promise<number> {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    for (const field of fields.slice(11, 15)) ticks += Number(field) || 0;
  }
  return ticks * TICK_MS;
}

async function withChildren(pids: number[]): Promise<number[]> {
  const found = [...pids];
  for (const pid of found) {
    const tasks = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    found.push(...tasks.split(' ').filter(Boolean).map(Number));
  }
  return found;
}
