import { expect, it } from '@jest/globals';
import { describeOnDebian, useEngine } from './engine.ts';
import { waitUntil } from './wait-until.ts';

describeOnDebian('after kill -9 under load', () => {
  const engine = useEngine({ ephemeral: false });
  const patient = { serverSelectionTimeoutMS: 30_000, minHeartbeatFrequencyMS: 20, maxPoolSize: 8 };

  /** Writers that record acknowledged writes until they are stopped. */
  const startLoad = (name: string) => {
    const client = engine.connect(patient);
    const database = client.db('crash');
    const notes = database.collection<{ _id: string }>(`${name}-notes`);
    const counters = database.collection<{ _id: number; n: number }>(`${name}-counters`);
    const acknowledged: string[] = [];
    const increments = [0, 0, 0, 0];
    const failures: unknown[] = [];
    let isRunning = true;
    const writers = increments.map(async (_, writer) => {
      await counters.insertOne({ _id: writer, n: 0 });
      for (let i = 0; isRunning; i++) {
        try {
          const _id = `${writer}-${i}`;
          await notes.insertOne({ _id });
          acknowledged.push(_id);
          await counters.updateOne({ _id: writer }, { $inc: { n: 1 } });
          increments[writer] = (increments[writer] ?? 0) + 1;
        } catch (error) {
          failures.push(error);
          if (failures.length > 200) return;
        }
      }
    });
    return {
      acknowledged,
      increments,
      failures,
      notes,
      counters,
      async stop() {
        isRunning = false;
        await Promise.all(writers);
      },
    };
  };

  const killUnderLoad = async (name: 'engine' | 'gateway', times: number) => {
    const load = startLoad(name);
    for (let kill = 0; kill < times; kill++) {
      const before = load.acknowledged.length;
      await waitUntil(() => load.acknowledged.length > before + 50, 'load before the kill');
      const pid = engine.database.pids()[name];
      process.kill(pid, 'SIGKILL');
      await waitUntil(() => engine.database.pids()[name] !== pid, 'the return of the process');
    }
    const before = load.acknowledged.length;
    await waitUntil(() => load.acknowledged.length > before + 50, 'load after the last kill');
    await load.stop();
    return load;
  };

  it('the engine loses no acknowledged write and repeats none', async () => {
    const load = await killUnderLoad('engine', 3);

    const stored = new Set((await load.notes.find().toArray()).map(({ _id }) => _id));
    expect(load.acknowledged.filter((_id) => !stored.has(_id))).toEqual([]);
    const counts = (await load.counters.find().sort({ _id: 1 }).toArray()).map(({ n }) => n);
    // A failed write may have happened. A successful one has happened exactly once.
    counts.forEach((n, writer) => {
      const counted = load.increments[writer] ?? 0;
      expect(n).toBeGreaterThanOrEqual(counted);
      expect(n).toBeLessThanOrEqual(counted + load.failures.length);
    });
  }, 180_000);

  it('the gateway loses no acknowledged write and restarts on its port', async () => {
    const load = await killUnderLoad('gateway', 2);

    const stored = new Set((await load.notes.find().toArray()).map(({ _id }) => _id));
    expect(load.acknowledged.filter((_id) => !stored.has(_id))).toEqual([]);
  }, 180_000);

  it('the outcome of a commit is correct if the engine died during it', async () => {
    const client = engine.connect(patient);
    const totals = client.db('crash').collection<{ _id: number; n: number }>('totals');
    await totals.insertOne({ _id: 1, n: 0 });
    let committed = 0;
    let isRunning = true;
    const work = (async () => {
      while (isRunning) {
        await client.withSession((session) =>
          session.withTransaction(() => totals.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session })),
        );
        committed += 1;
      }
    })();
    for (let kill = 0; kill < 3; kill++) {
      const before = committed;
      await waitUntil(() => committed > before + 20, 'commits before the kill');
      const pid = engine.database.pids().engine;
      process.kill(pid, 'SIGKILL');
      await waitUntil(() => engine.database.pids().engine !== pid, 'the return of the engine');
    }
    isRunning = false;
    await work;

    expect(await totals.findOne({ _id: 1 })).toEqual({ _id: 1, n: committed });
  }, 180_000);

  it('the gateway restarts after repeated kills during its start', async () => {
    const notes = engine.connect(patient).db('crash').collection<{ _id: string }>('stubborn');
    await notes.insertOne({ _id: 'before' });
    for (let kill = 0; kill < 4; kill++) {
      const pid = engine.database.pids().gateway;
      process.kill(pid, 'SIGKILL');
      await waitUntil(() => engine.database.pids().gateway !== pid, 'the next start');
    }
    // The driver itself repeats a read only once.
    const count = async () => (await notes.countDocuments({}).catch(() => 0)) === 1;
    await waitUntil(count, 'the note from before');
  });
});
