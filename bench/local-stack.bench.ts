import { startDatabase } from '@leadping/dev-database/start-database';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { buildAll } from '@leadping/dev-stack/build';
import { ROOT } from '@leadping/dev-stack/root';
import mongoose from 'mongoose';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { now } from './src/load.ts';
import { silentSteps, temporaryFolder } from './src/platform.ts';
import { cpuMs } from './src/process-figures.ts';
import { median } from './src/statistics.ts';
import { ms } from './src/table.ts';

const READY_WITHIN_MS = 120_000;

await benchmark('The local stack', async (bench) => {
  if (process.env.MONGODB_URI) bench.say('skipped: the database of MONGODB_URI is not started by us');
  else await databaseFigures(bench);
  await startFigures(bench);
});

async function databaseFigures(bench: Benchmark): Promise<void> {
  const dataFolder = await temporaryFolder(bench);
  const start = async () => {
    const database = await startDatabase({ dataFolder, onProgress: () => {} });
    bench.onEnd(() => database.stop());
    return database;
  };
  // The first start prepares the folder.
  const prepared = await start();
  if (!('gateway' in prepared.pids())) {
    await prepared.stop();
    return bench.say(`skipped: the database here is ${prepared.provider}, which has no gateway of ours`);
  }
  await gatewayCpu(bench, prepared);
  await prepared.stop();
  const times: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const since = now();
    const database = await start();
    const client = await mongoose.createConnection(database.uri).asPromise();
    await client.db?.command({ ping: 1 });
    times.push(now() - since);
    await client.close();
    await database.stop();
  }
  bench.add({
    figure: 'engine and gateway ready, prepared folder',
    measured: ms(median(times)),
    bar: 'under 2 s',
    met: median(times) < 2000,
  });
}

/** A mix of what services do: half reads by key, the rest inserts and updates. */
async function gatewayCpu(
  bench: Benchmark,
  database: Awaited<ReturnType<typeof startDatabase>>,
): Promise<void> {
  const client = await mongoose
    .createConnection(database.uri, { dbName: 'bench', maxPoolSize: 8 })
    .asPromise();
  const orders = client.collection<{ _id: string; status: string; outbox?: object[] }>('orders');
  const count = bench.size(1000, 300);
  const oneOrder = async (_id: string) => {
    await orders.insertOne({
      _id,
      status: 'pending',
      outbox: [{ subject: 'commerce.order.paid', payload: {} }],
    });
    await orders.findOne({ _id });
    await orders.updateOne({ _id }, { $set: { status: 'completed' } });
    await orders.findOne({ _id });
  };
  const perOperation: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const pid = database.pids().gateway ?? 0;
    const before = await cpuMs(pid);
    let next = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (next < count) await oneOrder(`${round}-${next++}`);
      }),
    );
    // The first round compiles the gateway's code.
    if (round > 0) perOperation.push(((await cpuMs(pid)) - before) / (count * 4));
  }
  await client.dropDatabase();
  await client.close();
  bench.add({
    figure: 'CPU of the gateway to DocumentDB, an operation',
    measured: ms(median(perOperation)),
    bar: 'under 0.3 ms',
    met: median(perOperation) < 0.3,
  });
}

/** `npm start` in this checkout on free ports, with its own data folder, until it prints its addresses. */
async function startFigures(bench: Benchmark): Promise<void> {
  await buildAll(ROOT, silentSteps);
  const times: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const took = await startOnce(bench);
    if (typeof took === 'string') return bench.say(`npm start skipped: ${took}`);
    // The first start makes the folder.
    if (round > 0) times.push(took);
  }
  bench.add({
    figure: 'npm start, installed and built, until it is ready',
    measured: ms(median(times)),
    bar: 'under 15 s',
    met: median(times) < 15_000,
  });
}

async function startOnce(bench: Benchmark): Promise<number | string> {
  const since = now();
  const child = spawn(process.execPath, ['dev/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await findFreePort()), SANDBOX_PORT: String(await findFreePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  bench.onEnd(stop);
  const lines: string[] = [];
  let ready: number | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (line.includes('is running')) ready ??= now() - since;
    });
  }
  while (ready === undefined && child.exitCode === null && now() - since < READY_WITHIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await stop();
  return ready ?? lines.slice(-5).join(' | ');
}
