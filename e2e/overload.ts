/**
 * `npm run overload`: warms the platform up, finds what it sustains, sends five times of it for `--seconds` (120), and says who was refused,
 * how long sign-ins, payment webhooks and validations took meanwhile, and how soon all is as before. Then one reseller floods while
 * another works. `--instances N` (2) starts N of every process. `--rate N` takes N requests a second for what it sustains. `--connections N` keeps N connections to each gateway and lets
 * calls wait for them, as a balancer in front does, and `MAX_ACTIVE_CALLS` of a gateway is N; otherwise each call opens one where
 * no idle one is left, as visitors do.
 * `--surge usual` leaves sign-ins, payment webhooks and validations as many as they were, and what is usual is all that grows.
 */
import { parseArgs } from 'node:util';
import { openCluster } from './load/open-cluster.ts';
import { ShopTraffic, type Call } from './load/shop-traffic.ts';
import { startFlood } from './load/start-flood.ts';
import { ADMIN } from './test-stacks.ts';
import { makeReseller } from './test/reseller.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    instances: { type: 'string', default: '2' },
    rate: { type: 'string' },
    connections: { type: 'string' },
    surge: { type: 'string', default: 'all' },
  },
});
const connections = values.connections === undefined ? null : Number(values.connections);
const BUSY_MS = 250;
const PROBE_SECONDS = 5;
const WARM_UP = [50, 100, 200, 200, 200];
const MAX_BACK_SECONDS = 60;
const USUAL = ['/api/pricing', '/api/tenant?slug=nobody', '/api/chrome-store-url', '/'];

const from = (index: number) => `10.${40 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
/** The fifth of the calls, or less in a surge of the others, that must not suffer: a key that is unknown, a signature and a password that are wrong. */
const FIRST: Record<string, (index: number) => Call> = {
  validation: (index) => ({
    path: '/api/license/validate',
    method: 'POST',
    body: { licenseKey: 'A'.repeat(32), deviceId: `overload-${index}` },
  }),
  'payment webhook': () => ({
    path: '/api/stripe-webhook',
    method: 'POST',
    body: {},
    headers: { 'stripe-signature': 't=1,v1=0' },
  }),
  'sign-in': (index) => ({
    path: '/api/login',
    method: 'POST',
    body: { username: `nobody-${index}`, password: 'wrong password' },
  }),
};
const kinds = Object.keys(FIRST);
/** Each call has an address and a name of its own, in all measurements: none meets a limit of the earlier ones. */
let sent = 0;
const FIRST_EVERY = 5;
const TIMES = 5;
const RESELLER_PATH = '/api/resellers/me';
/** Less than a reseller's share, and enough for a p99. */
const RESELLER_RATE = 20;
const RESELLER_TURNS = 10;

const cluster = await openCluster('overload', {
  instances: Number(values.instances),
  env: {
    'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    gateway: { ...(connections && { MAX_ACTIVE_CALLS: String(connections) }) },
  },
});
// Not by way of the local balancer, which is part of this process.
const gateways = cluster.stack.instances.gateway.map(({ port }) => `http://127.0.0.1:${port}`);
let isStopping = false;
const stop = () => (isStopping = true);
process.on('SIGINT', stop).on('SIGTERM', stop);
try {
  // A process that has just started is slow for other reasons.
  for (const perSecond of WARM_UP) await measure(perSecond, PROBE_SECONDS);
  const sustainable = values.rate === undefined ? await findSustainable() : Number(values.rate);
  console.log(`sustained: ${sustainable} requests a second (p99 of all under ${BUSY_MS} ms)`);
  const before = await measure(sustainable / 2, 2 * PROBE_SECONDS);
  const during = await measure(
    sustainable * TIMES,
    Number(values.seconds),
    values.surge === 'usual' ? FIRST_EVERY * TIMES : FIRST_EVERY,
  );
  const endedAt = performance.now();
  let after = await measure(sustainable / 2, PROBE_SECONDS);
  const secondsSince = () => Math.round((performance.now() - endedAt) / 1000);
  while (!isAsBefore(after, before) && secondsSince() < MAX_BACK_SECONDS && !isStopping)
    after = await measure(sustainable / 2, PROBE_SECONDS);
  console.log('\n| | half of it | five times | after |\n| --- | --- | --- | --- |');
  for (const key of Object.keys(before))
    console.log(`| ${key} | ${before[key]} | ${during[key]} | ${after[key]} |`);
  console.log(`\nback to normal ${Math.max(0, secondsSince() - PROBE_SECONDS)} s after the end`);
  if (!isStopping) await compareResellers();
} finally {
  await cluster.stop();
}
process.exit(0);

type Figures = Record<string, number>;

function isAsBefore(after: Figures, before: Figures): boolean {
  return (after['p99 of all'] ?? 0) <= Math.max(2 * (before['p99 of all'] ?? 0), BUSY_MS);
}

/** Half as much again each time until it is too much, twice: one stall of a machine that others use too is no limit. */
async function findSustainable(): Promise<number> {
  for (let perSecond = 60; perSecond < 20_000 && !isStopping; perSecond = Math.round(perSecond * 1.5)) {
    if ((await isTooMuch(perSecond)) && (await isTooMuch(perSecond))) return Math.round(perSecond / 1.5);
  }
  throw new Error('no limit was found');
}

async function isTooMuch(perSecond: number): Promise<boolean> {
  const { refused = 0, cut = 0, wrong = 0, 'p99 of all': p99 = 0 } = await measure(perSecond, PROBE_SECONDS);
  console.log(`  ${perSecond} a second: p99 ${p99} ms, ${refused} refused, ${cut} cut, ${wrong} wrong`);
  return p99 > BUSY_MS || refused + cut + wrong > 0;
}

/** Calls at this rate from an address of their own each. A password that is refused is well: the service has looked at it. */
async function measure(perSecond: number, seconds: number, firstEvery = FIRST_EVERY): Promise<Figures> {
  const all = new ShopTraffic(gateways, connections);
  const ms = new Map<string, number[]>([['all', []], ...kinds.map((kind): [string, number[]] => [kind, []])]);
  const counts = { well: 0, refused: 0, cut: 0, wrong: 0 };
  /** What the first calls took that were sent in each stretch of it. */
  const stretches: number[][] = [];
  const statuses = new Map<number, number>();
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  const send = async (index: number) => {
    const kind = index % firstEvery === 0 ? kinds[(index / firstEvery) % kinds.length] : undefined;
    sent += 1;
    const address = from(sent);
    const call = (kind && FIRST[kind]?.(sent)) || { path: USUAL[index % USUAL.length] ?? '/' };
    const reply = await all.send({ ...call, from: address });
    const isWell = reply.status >= 200 && reply.status < 500 && reply.status !== 429;
    if (reply.ending === 'busy' || reply.ending === 'limited') counts.refused += 1;
    else if (reply.ending === 'cut') counts.cut += 1;
    else if (!isWell) counts.wrong += 1;
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    if (!isWell) return;
    counts.well += 1;
    ms.get('all')?.push(reply.ms);
    if (!kind) return;
    ms.get(kind)?.push(reply.ms);
    (stretches[Math.floor(index / perSecond / PROBE_SECONDS)] ??= []).push(reply.ms);
  };
  for (let index = 0; index < perSecond * seconds && !isStopping; index += 1) {
    const waitMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    underWay.push(send(index));
  }
  await Promise.all(underWay);
  await all.close();
  if (seconds > PROBE_SECONDS) console.log(`  statuses: ${JSON.stringify(Object.fromEntries(statuses))}`);
  if (seconds > 2 * PROBE_SECONDS) {
    const inTurn = stretches.map((taken) => `${percentile(taken, 0.5)} and ${percentile(taken, 0.99)}`);
    console.log(
      `  sign-ins, payment webhooks and validations, p50 and p99 in ms of each ${PROBE_SECONDS} s: ${inTurn.join(', ')}`,
    );
  }
  if (counts.wrong > 0) for (const example of all.examples) console.log(`    ${example}`);
  const figures: Figures = { ...counts };
  for (const [kind, taken] of ms) {
    if (kind !== 'all') figures[`${kind}s that were well`] = taken.length;
    figures[`p99 of ${kind}`] = percentile(taken, 0.99);
  }
  return figures;
}

/** How long one reseller's calls take, alone and while another calls without pause, in turns: of all turns together. */
async function compareResellers(): Promise<void> {
  const [modest, greedy] = [
    await makeReseller(cluster.stack, { businessName: 'Modest', productPrice: '90.00', currency: 'USD' }),
    await makeReseller(cluster.stack, { businessName: 'Greedy', productPrice: '90.00', currency: 'USD' }),
  ];
  const alone: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < RESELLER_TURNS && !isStopping; turn += 1) {
    alone.push(...(await workAs(modest)));
    const endFlood = await startFlood({
      bases: gateways,
      call: callOf(greedy),
      callers: 100,
      refusedPauseMs: 100,
    });
    beside.push(...(await workAs(modest)));
    console.log(`  the other one's calls: ${JSON.stringify(await endFlood())}`);
  }
  for (const share of [0.5, 0.99])
    console.log(
      `one reseller, p${share * 100} of ${alone.length} calls alone: ${percentile(alone, share)} ms; of ${beside.length} beside another's flood: ${percentile(beside, share)} ms`,
    );
}

type Reseller = Awaited<ReturnType<typeof makeReseller>>;

function callOf({ signedIn }: Reseller): Call {
  return { path: RESELLER_PATH, headers: { cookie: signedIn.cookie() } };
}

/** @returns milliseconds of each call. */
async function workAs(reseller: Reseller): Promise<number[]> {
  const traffic = new ShopTraffic(gateways, null);
  const ending = new AbortController();
  setTimeout(() => ending.abort(), 2 * PROBE_SECONDS * 1000);
  await traffic.steadily(RESELLER_RATE, () => callOf(reseller), ending.signal);
  await traffic.close();
  return traffic.latencies.get(`GET ${RESELLER_PATH}`) ?? [];
}

function percentile(given: number[], share: number): number {
  const sorted = given.toSorted((left, right) => left - right);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
