import { jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'undici';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { openStreams, runKitProgram } from './src/kit-program.ts';
import { closedLoop, now } from './src/load.ts';
import type { ConsumerReport, ProducerReport } from './src/order-events.ts';
import { startPlatform, type Platform } from './src/platform.ts';
import { sendJson } from './src/send.ts';
import { median, quantile } from './src/statistics.ts';
import { ms, ratio } from './src/table.ts';

const RATES = [100, 500, 1000];
/** Maximum p50 at each rate, as a multiple of a ping. */
const BARS = new Map([
  [500, 2],
  [1000, 3],
]);
/** Orders that are not handled in this time count as lost, in ms. */
const TIMEOUT_MS = 60_000;

await benchmark('Events', async (bench) => {
  const platform = await startPlatform(bench);
  await publishing(bench, platform);

  // Separate streams, so that the platform's services do not consume these orders.
  const own = { NATS_PREFIX: `${platform.prefix}e`, DATABASE_PREFIX: `${platform.prefix}e-` };
  await platform.databaseOf('svc-commerce', `${platform.prefix}e`);
  await openStreams(bench, platform.nats.url, own.NATS_PREFIX, ['svc-licensing']);
  const consumer = await runKitProgram(bench, platform, 'order-consumer.ts', own);
  const producer = await runKitProgram(bench, platform, 'order-producer.ts', own);
  const from = platform.poolTo(producer.url, 1);
  const to = platform.poolTo(consumer.url, 1);
  await oneRun(from, to, { perSecond: 50, seconds: 1, run: 'warm' });
  for (const perSecond of RATES) await orders(bench, from, to, perSecond);
});

async function orders(bench: Benchmark, from: Pool, to: Pool, perSecond: number): Promise<void> {
  const seconds = bench.size(3, 2);
  const runs: Awaited<ReturnType<typeof oneRun>>[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    runs.push(await oneRun(from, to, { perSecond, seconds, run: `${perSecond}-${round}` }));
  }
  const p50 = median(runs.map(({ latencies }) => median(latencies)));
  const p99 = median(runs.map(({ latencies }) => quantile(latencies, 0.99)));
  const ping50 = median(runs.map(({ pings }) => median(pings)));
  const ping99 = median(runs.map(({ pings }) => quantile(pings, 0.99)));
  const sum = (pick: (run: (typeof runs)[number]) => number) =>
    runs.reduce((total, run) => total + pick(run), 0);
  const times = BARS.get(perSecond);
  bench.add({
    figure: `order paid to handler, ${perSecond}/s, p50`,
    measured: `${ms(p50)}, ratio ${ratio(p50 / ping50)}`,
    peer: `ping ${ms(ping50)}`,
    ...(times === undefined ? {} : { bar: `at most ${times}x ping`, met: p50 <= times * ping50 }),
  });
  bench.add({
    figure: `order paid to handler, ${perSecond}/s, p99`,
    measured: ms(p99),
    peer: `ping ${ms(ping99)}`,
  });
  bench.add({
    figure: `orders kept a second, asked for ${perSecond}`,
    measured: median(runs.map(({ keptPerSecond }) => keptPerSecond)).toFixed(0),
    peer: `an order's write, p50 ${ms(median(runs.map(({ writes }) => median(writes))))}`,
  });
  const [lost, doubled] = [sum((run) => run.lost), sum((run) => run.doubled)];
  bench.add({
    figure: `of ${sum((run) => run.kept)} orders at ${perSecond}/s`,
    measured: `${lost} lost, ${doubled} doubled`,
    bar: '0 lost, 0 doubled',
    met: lost === 0 && doubled === 0,
  });
}

async function oneRun(from: Pool, to: Pool, start: { perSecond: number; seconds: number; run: string }) {
  const before = await sendJson<number>(to, { path: '/handled/count' });
  const since = now();
  const report = await sendJson<ProducerReport>(from, { method: 'POST', path: '/start', json: start });
  const keptPerSecond = report.paidAt.length / ((now() - since) / 1000);
  const kept = report.paidAt.length;
  const end = now() + TIMEOUT_MS;
  while ((await sendJson<number>(to, { path: '/handled/count' })) < before + kept && now() < end)
    await wait(100);
  const all = await sendJson<ConsumerReport>(to, { path: '/handled' });
  const handled = all.filter(([orderId]) => orderId.startsWith(`${start.run}-`));
  // The first delivery counts. A map keeps the last entry of a key, so the list is reversed.
  const firstAt = new Map(handled.toReversed());
  const waits = report.paidAt.flatMap(([orderId, paidAt]) => {
    const at = firstAt.get(orderId);
    return at === undefined ? [] : [at - paidAt];
  });
  return {
    latencies: waits,
    pings: report.pings,
    writes: report.writes,
    kept,
    keptPerSecond,
    lost: kept - firstAt.size,
    doubled: handled.length - firstAt.size,
  };
}

/** The cost of JetStream itself: storing and acknowledging a message, compared with a request. */
async function publishing(bench: Benchmark, { nats, prefix }: Platform): Promise<void> {
  const nc = await connect({ servers: nats.url });
  bench.onEnd(() => nc.close());
  const name = `${prefix}-raw`;
  const manager = await jetstreamManager(nc);
  await manager.streams.add({ name, subjects: [`${name}.>`], storage: StorageType.File });
  bench.onEnd(async () => {
    await manager.streams.delete(name);
  });
  nc.subscribe(`ping.${name}`, { callback: (_error, message) => void message.respond('') });
  const js = jetstream(nc);
  const body = JSON.stringify({ version: 1, payload: 'x'.repeat(400) });
  let id = 0;
  const publish = async () => {
    await js.publish(`${name}.event`, body, { msgID: `event-${id++}` });
  };
  const ping = async () => {
    await nc.request(`ping.${name}`, body);
  };
  const seconds = bench.size(2, 1);
  const sides = { publish: [] as number[], ping: [] as number[], perSecond: [] as number[] };
  for (let round = 0; round < bench.rounds; round += 1) {
    sides.ping.push(median((await closedLoop({ callers: 1, seconds }, ping)).latencies));
    sides.publish.push(median((await closedLoop({ callers: 1, seconds }, publish)).latencies));
    sides.perSecond.push((await closedLoop({ callers: 64, seconds }, publish)).latencies.length / seconds);
  }
  bench.add({
    figure: 'JetStream publish with ack, p50',
    measured: `${ms(median(sides.publish))}, ratio ${ratio(median(sides.publish) / median(sides.ping))}`,
    peer: `ping ${ms(median(sides.ping))}`,
  });
  bench.add({ figure: 'published a second, 64 in flight', measured: median(sides.perSecond).toFixed(0) });
}
