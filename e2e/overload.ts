import { readOptions } from '@leadping/dev-machine/command-options';
import { setTimeout as wait } from 'node:timers/promises';
import { openCluster } from './load/open-cluster.ts';
import type { Call } from './load/shop-traffic.ts';
import { startCallers, type Callers, type CallersReport, type Replied } from './load/start-callers.ts';
import { ADMIN } from './test-stacks.ts';
import { makeReseller } from './test/reseller.ts';

const USAGE = `
npm run overload -- [options]

Warms the platform up, finds what it sustains, sends five times of it, and says who was refused, how long sign-ins, payment
webhooks and validations took meanwhile, and how soon all is as before. Then one reseller floods while another works.

  --seconds <n>      how long five times of it is sent; 120 by default
  --instances <n>    of every process; 2 by default
  --rate <n>         takes n requests a second for what is sustained
  --connections <n>  keeps n connections to each gateway and lets calls wait for them, as a balancer in front does; MAX_ACTIVE_CALLS
                     of a gateway is n. By default each call opens one where no idle one is left, as visitors do
  --surge usual      leaves sign-ins, payment webhooks and validations as many as they were: the other calls are all that grows
`;
const NUMBERS = ['seconds', 'instances', 'rate', 'connections'];

const { values } = readOptions(
  { usage: USAGE, numbers: NUMBERS },
  {
    options: {
      seconds: { type: 'string', default: '120' },
      instances: { type: 'string', default: '2' },
      rate: { type: 'string' },
      connections: { type: 'string' },
      surge: { type: 'string', default: 'all' },
    },
  },
);
const connections = values.connections === undefined ? null : Number(values.connections);
const BUSY_MS = 250;
const PROBE_SECONDS = 5;
const WARM_UP = [50, 100, 200, 200, 200];
const MAX_BACK_SECONDS = 60;
const USUAL: Call[] = ['/api/pricing', '/api/tenant?slug=nobody', '/api/chrome-store-url', '/'].map(
  (path) => ({ path }),
);
/**
 * Priority calls: a fifth of all calls, or less in a surge. They use an unknown key, a wrong signature and a wrong
 * password.
 */
const FIRST: Record<string, Call> = {
  validation: {
    path: '/api/license/validate',
    method: 'POST',
    body: { licenseKey: 'A'.repeat(32), deviceId: 'overload-#' },
  },
  'payment webhook': {
    path: '/api/stripe-webhook',
    method: 'POST',
    body: {},
    headers: { 'stripe-signature': 't=1,v1=0' },
  },
  'sign-in': {
    path: '/api/login',
    method: 'POST',
    body: { username: 'nobody-#', password: 'wrong password' },
  },
};
const kinds = Object.keys(FIRST);
/** Each call has a unique address and name in all measurements, so that it meets no rate limit. */
let sent = 0;
const FIRST_EVERY = 5;
const TIMES = 5;
const RESELLER_PATH = '/api/resellers/me';
/** Less than a reseller's limit, but enough for a p99. */
const RESELLER_RATE = 20;
const RESELLER_TURNS = 10;
const RESELLER_SECONDS = 10;

const cluster = await openCluster('overload', {
  instances: Number(values.instances),
  env: {
    'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    gateway: { ...(connections && { MAX_ACTIVE_CALLS: String(connections) }) },
  },
});
// Bypasses the local balancer, which runs in this process.
const bases = cluster.stack.instances.gateway.map(({ port }) => `http://127.0.0.1:${port}`);
const stopping = new AbortController();
const stop = () => stopping.abort();
process.on('SIGINT', stop).on('SIGTERM', stop);
try {
  // Warm up, because new processes are slow for other reasons.
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
  while (!isAsBefore(after, before) && secondsSince() < MAX_BACK_SECONDS && !stopping.signal.aborted)
    after = await measure(sustainable / 2, PROBE_SECONDS);
  console.log('\n| | half of it | five times | after |\n| --- | --- | --- | --- |');
  for (const key of Object.keys(before))
    console.log(`| ${key} | ${before[key]} | ${during[key]} | ${after[key]} |`);
  console.log(`\nback to normal ${Math.max(0, secondsSince() - PROBE_SECONDS)} s after the end`);
  if (!stopping.signal.aborted) await compareResellers();
} finally {
  await cluster.stop();
}
process.exit(0);

type Figures = Record<string, number>;

function isAsBefore(after: Figures, before: Figures): boolean {
  return (after['p99 of all'] ?? 0) <= Math.max(2 * (before['p99 of all'] ?? 0), BUSY_MS);
}

/** Increases the rate by half until it is too high, twice, because one stall of a shared machine is not a limit. */
async function findSustainable(): Promise<number> {
  for (
    let perSecond = 60;
    perSecond < 20_000 && !stopping.signal.aborted;
    perSecond = Math.round(perSecond * 1.5)
  ) {
    if ((await isTooMuch(perSecond)) && (await isTooMuch(perSecond))) return Math.round(perSecond / 1.5);
  }
  throw new Error('no limit was found');
}

async function isTooMuch(perSecond: number): Promise<boolean> {
  const { refused = 0, cut = 0, wrong = 0, 'p99 of all': p99 = 0 } = await measure(perSecond, PROBE_SECONDS);
  console.log(`  ${perSecond} a second: p99 ${p99} ms, ${refused} refused, ${cut} cut, ${wrong} wrong`);
  return p99 > BUSY_MS || refused + cut + wrong > 0;
}

/**
 * Sends calls at this rate, each from its own address. A rejected password counts as a successful call. Priority and
 * usual calls come from two processes, each with its share of the connections.
 */
async function measure(perSecond: number, seconds: number, firstEvery = FIRST_EVERY): Promise<Figures> {
  const share = 1 / firstEvery;
  const [first, usual] = await callFor(seconds, [
    groupOf(Object.values(FIRST), share, perSecond, seconds),
    groupOf(USUAL, 1 - share, perSecond, seconds),
  ]);
  const replies = [...first.replies, ...usual.replies];
  const statuses: Record<number, number> = {};
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1;
  const wellFirst = first.replies.filter(isWell);
  if (seconds > PROBE_SECONDS) console.log(`  statuses: ${JSON.stringify(statuses)}`);
  if (seconds > 2 * PROBE_SECONDS) printStretches(wellFirst);
  const endedAs = (...endings: string[]) => replies.filter(({ ending }) => endings.includes(ending)).length;
  const figures: Figures = {
    well: replies.filter(isWell).length,
    refused: endedAs('busy', 'limited'),
    cut: endedAs('cut'),
    wrong: replies.filter((reply) => reply.ending === 'wrong' && !isWell(reply)).length,
    'p99 of all': percentile(replies.filter(isWell), 0.99),
  };
  if (figures.wrong)
    for (const example of [...first.examples, ...usual.examples]) console.log(`    ${example}`);
  for (const [index, kind] of kinds.entries()) {
    const taken = wellFirst.filter(({ call }) => call === index);
    figures[`${kind}s that were well`] = taken.length;
    figures[`p99 of ${kind}`] = percentile(taken, 0.99);
  }
  return figures;
}

function isWell({ status }: Replied): boolean {
  return status >= 200 && status < 500 && status !== 429;
}

function groupOf(calls: Call[], share: number, perSecond: number, seconds: number): Callers {
  const firstNumber = sent;
  // One second more than requested, because the end is not exact.
  sent += Math.ceil(perSecond * share * (seconds + 1));
  return {
    bases,
    calls,
    connections: connections && Math.ceil(connections * share),
    firstNumber,
    pace: { perSecond: perSecond * share },
  };
}

/** @returns the report of each group, in order. */
async function callFor<const Groups extends readonly Callers[]>(seconds: number, groups: Groups) {
  const ends = await Promise.all(groups.map(startCallers));
  await wait(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {});
  const reports = await Promise.all(ends.map((end) => end()));
  return reports as { [Group in keyof Groups]: CallersReport };
}

function printStretches(replies: Replied[]): void {
  const stretches: Replied[][] = [];
  for (const reply of replies)
    (stretches[Math.floor(reply.sentMs / 1000 / PROBE_SECONDS)] ??= []).push(reply);
  const inTurn = stretches.map((taken) => `${percentile(taken, 0.5)} and ${percentile(taken, 0.99)}`);
  console.log(
    `  sign-ins, payment webhooks and validations, p50 and p99 in ms of each ${PROBE_SECONDS} s: ${inTurn.join(', ')}`,
  );
}

/**
 * Compares the call times of one reseller alone and beside a flooding one, in alternating turns. The result covers
 * all turns.
 */
async function compareResellers(): Promise<void> {
  const [modest, greedy] = [
    await makeReseller(cluster.stack, { businessName: 'Modest', productPrice: '90.00', currency: 'USD' }),
    await makeReseller(cluster.stack, { businessName: 'Greedy', productPrice: '90.00', currency: 'USD' }),
  ];
  const calls = { bases, connections: null, firstNumber: null };
  const work = { ...calls, calls: [callOf(modest)], pace: { perSecond: RESELLER_RATE } };
  const flood = { ...calls, calls: [callOf(greedy)], pace: { callers: 100, refusedPauseMs: 100 } };
  const alone: Replied[] = [];
  const beside: Replied[] = [];
  for (let turn = 0; turn < RESELLER_TURNS && !stopping.signal.aborted; turn += 1) {
    const [quiet] = await callFor(RESELLER_SECONDS, [work]);
    alone.push(...quiet.replies);
    const [loud, flooding] = await callFor(RESELLER_SECONDS, [work, flood]);
    beside.push(...loud.replies);
    const limited = flooding.replies.filter(({ ending }) => ending === 'limited').length;
    console.log(`  of the other one's calls ${limited} of ${flooding.replies.length} were limited`);
  }
  // Skip the first second, because a flood opens all of its connections at once.
  const later = beside.filter(({ sentMs }) => sentMs > 1000);
  for (const [what, replies] of Object.entries({
    alone,
    "beside another's flood": beside,
    'after its first second': later,
  }))
    console.log(
      `one reseller, p50 and p99 of ${replies.length} calls ${what}: ${percentile(replies, 0.5)} and ${percentile(replies, 0.99)} ms`,
    );
}

type Reseller = Awaited<ReturnType<typeof makeReseller>>;

function callOf({ signedIn }: Reseller): Call {
  return { path: RESELLER_PATH, headers: { cookie: signedIn.cookie() } };
}

function percentile(replies: Replied[], share: number): number {
  const sorted = replies.map(({ ms }) => ms).toSorted((left, right) => left - right);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
