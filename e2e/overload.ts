/**
 * `npm run overload`: finds what the platform sustains, sends five times of it for `--seconds` (120), and says who was refused,
 * how long sign-ins, payment webhooks and validations took meanwhile, and how soon all is as before.
 */
import { parseArgs } from 'node:util';
import { openCluster } from './load/open-cluster.ts';
import { ShopTraffic, type Call } from './load/shop-traffic.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    instances: { type: 'string', default: '2' },
  },
});
const BUSY_MS = 250;
const PROBE_SECONDS = 5;
/** The fifth of the calls that must not suffer, and what may. */
const FIRST: Call[] = [
  {
    path: '/api/license/validate',
    method: 'POST',
    body: { licenseKey: 'A'.repeat(32), deviceId: 'overload-1' },
  },
  { path: '/api/stripe-webhook', method: 'POST', body: {}, headers: { 'stripe-signature': 't=1,v1=0' } },
];
const USUAL = ['/api/pricing', '/api/tenant?slug=nobody', '/api/chrome-store-url', '/'];

const from = (index: number) => `10.${40 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
const mixed = (index: number): Call =>
  index % 5 === 0
    ? { ...(FIRST[(index / 5) % FIRST.length] ?? { path: '/' }), from: from(index) }
    : { path: USUAL[index % USUAL.length] ?? '/', from: from(index) };

const cluster = await openCluster('overload', { instances: Number(values.instances) });
try {
  const sustainable = await findSustainable();
  console.log(`sustained: ${sustainable} requests a second (p99 of all under ${BUSY_MS} ms)`);
  const before = await measure(sustainable / 2, PROBE_SECONDS);
  const during = await measure(sustainable * 5, Number(values.seconds));
  const endedAt = performance.now();
  let after = await measure(sustainable / 2, PROBE_SECONDS);
  while (after.p99 > Math.max(2 * before.p99, BUSY_MS) && performance.now() - endedAt < 60_000)
    after = await measure(sustainable / 2, PROBE_SECONDS);
  const backSeconds = Math.round((performance.now() - endedAt) / 1000) - PROBE_SECONDS;
  console.log('\n| | half of it | five times | after |\n| --- | --- | --- | --- |');
  for (const key of ['well', 'refused', 'cut', 'wrong', 'p99', 'firstWell', 'firstP99'] as const)
    console.log(`| ${key} | ${before[key]} | ${during[key]} | ${after[key]} |`);
  console.log(`\nback to normal ${Math.max(0, backSeconds)} s after the end`);
} finally {
  await cluster.stop();
}
process.exit(0);

/** Doubles the rate until it is too much; half of that was well. */
async function findSustainable(): Promise<number> {
  await measure(20, PROBE_SECONDS);
  for (let perSecond = 50; perSecond < 20_000; perSecond = Math.round(perSecond * 1.5)) {
    const { p99, refused, cut, wrong } = await measure(perSecond, PROBE_SECONDS);
    if (p99 > BUSY_MS || refused + cut + wrong > 0) return Math.round(perSecond / 1.5);
  }
  throw new Error('no limit was found');
}

async function measure(perSecond: number, seconds: number) {
  const all = new ShopTraffic(cluster.stack.publicUrl);
  const first = { well: 0, ms: [] as number[] };
  const ms: number[] = [];
  const ending = new AbortController();
  const stop = setTimeout(() => ending.abort(), seconds * 1000);
  const isFirst = (path: string) => FIRST.some((call) => call.path === path);
  const send = all.send.bind(all);
  all.send = async (call) => {
    const reply = await send(call);
    // A signature that is refused and a key that is unknown are well: the service has looked at them.
    const isWell = reply.status >= 200 && reply.status < 500 && reply.status !== 429;
    if (isWell) ms.push(reply.ms);
    if (isWell && isFirst(call.path)) {
      first.well += 1;
      first.ms.push(reply.ms);
    }
    return reply;
  };
  await all.steadily(perSecond, mixed, ending.signal);
  clearTimeout(stop);
  await all.close();
  const { busy, limited, cut } = all.endings;
  const sent = Object.values(all.endings).reduce((sum, count) => sum + count, 0);
  return {
    well: ms.length,
    refused: busy + limited,
    cut,
    wrong: sent - ms.length - busy - limited - cut,
    p99: percentile(ms, 0.99),
    firstWell: first.well,
    firstP99: percentile(first.ms, 0.99),
  };
}

function percentile(given: number[], share: number): number {
  const sorted = given.toSorted((left, right) => left - right);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
