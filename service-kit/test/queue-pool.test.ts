import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@leadping/test-kit/until';
import { buildQueuePool, type Queue, type QueuePool } from '../src/process/queue-pool.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { bindLogFields, currentTraceId, logFieldsOfWork } from '../src/telemetry/trace-context.ts';

const log = buildLog({ service: 'svc-support', level: 'silent' });
const LIMITS = { concurrency: 2, slowMs: 50, maxSlow: 1 };

describe('the worker pool of a queue', () => {
  let pool: QueuePool | undefined;
  let release: () => void = () => {};
  afterEach(async () => {
    release();
    await pool?.close();
  });

  /** A queue of pieces `<key>/<n>`; those of keys that begin with `hang` are not done before `release`. */
  const open = (pieces: string[], limits: Partial<Queue> = {}) => {
    const waiting = [...pieces];
    const done: string[] = [];
    const started: string[] = [];
    const active = new Map<string, number>();
    let most = 0;
    const released = new Promise<void>((resolve) => (release = resolve));
    const shutdown = new AbortController();
    const keyOf = (piece: string) => piece.split('/')[0] ?? '';
    const queue: Queue = {
      name: 'pieces',
      ...LIMITS,
      ...limits,
      findDue: async ({ except, limit }) =>
        waiting
          .map(keyOf)
          .filter((key) => !except.includes(key))
          .slice(0, limit),
      doNext: async (key) => {
        const index = waiting.findIndex((piece) => keyOf(piece) === key);
        const [piece] = index < 0 ? [] : waiting.splice(index, 1);
        if (piece === undefined) return false;
        started.push(piece);
        active.set(key, (active.get(key) ?? 0) + 1);
        most = Math.max(most, active.get(key) ?? 0);
        await (key.startsWith('hang') ? released : new Promise((resolve) => setImmediate(resolve)));
        active.set(key, (active.get(key) ?? 0) - 1);
        done.push(piece);
        return true;
      },
    };
    pool = buildQueuePool(queue, log, shutdown.signal);
    return { pool, waiting, done, started, mostOfAKey: () => most };
  };

  it('keeps other keys from waiting for a key that hangs, even if that key has more pieces than there are slots', async () => {
    const hanging = Array.from({ length: 50 }, (_, n) => `hang/${n}`);
    const { pool, done, started } = open([...hanging, 'quick/1', 'other/1']);
    await pool.run();
    await until(() => done.includes('quick/1') && done.includes('other/1'));
    expect(started.filter((piece) => piece.startsWith('hang/'))).toHaveLength(1);
  });

  it('lets more keys hang than it has slots: a slow key frees its slot, and known slow keys share a few', async () => {
    const { pool, waiting, done, started } = open(['hang1/1', 'hang2/1', 'quick/1']);
    await pool.run();
    expect(started).toEqual(['hang1/1', 'hang2/1']);
    await until(() => done.includes('quick/1'));

    // Both are known as slow: of their next pieces none is begun while one of them runs.
    waiting.push('hang1/2', 'hang2/2', 'quick/2');
    await pool.run();
    await until(() => done.includes('quick/2'));
    expect(started.filter((piece) => piece.endsWith('/2'))).toEqual(['quick/2']);
    release();
    await until(() => done.length === 6 || (pool.wake(), false));
  });

  it.each([1, 3])(
    'runs at most %i pieces of one key at a time, and keeps their order if the limit is 1',
    async (perKey) => {
      const pieces = Array.from({ length: 60 }, (_, n) => `key/${n}`);
      const { pool, done, mostOfAKey } = open(pieces, { perKey, concurrency: 8 });
      await pool.run();
      await until(() => done.length === 60);
      expect(mostOfAKey()).toBe(perKey);
      if (perKey === 1) expect(done).toEqual(pieces);
    },
  );

  it('continues with a key on its own after a slow piece', async () => {
    const { pool, done } = open(['hang/1', 'hang/2', 'quick/1'], { concurrency: 1 });
    await pool.run();
    // The slow piece gave its place to the other key.
    await until(() => done.includes('quick/1'));
    release();
    await until(() => done.length === 3);
  });

  it('continues after a piece that fails, and waits for running pieces when it closes', async () => {
    let failures = 0;
    const { pool, done } = open(['hang/1', 'quick/1'], {});
    const failing: Queue = {
      name: 'failing',
      ...LIMITS,
      findDue: async () => (failures < 3 ? ['key'] : []),
      doNext: async () => {
        failures += 1;
        throw new Error('cannot be done');
      },
    };
    const other = buildQueuePool(failing, log, new AbortController().signal);
    await until(async () => (await other.run(), failures === 3));
    await other.close();

    await pool.run();
    await until(() => done.includes('quick/1'));
    const closed = pool.close().then(() => done.includes('hang/1'));
    release();
    expect(await closed).toBe(true);
  });

  it('gives each piece its own trace and log fields, although one call woke the queue', async () => {
    const seen: { traceId: string | undefined; fields: Record<string, unknown> }[] = [];
    let left = 2;
    const queue: Queue = {
      name: 'traced',
      ...LIMITS,
      findDue: async () => (left > 0 ? ['key'] : []),
      doNext: async () => {
        if (left === 0) return false;
        seen.push({ traceId: currentTraceId(), fields: logFieldsOfWork() });
        bindLogFields({ orderId: `order-${left}` });
        left -= 1;
        return true;
      },
    };
    pool = buildQueuePool(queue, log, new AbortController().signal);
    pool.wake();
    await until(() => seen.length === 2);
    expect(seen.map(({ fields }) => fields)).toEqual(
      seen.map(({ traceId }) => ({
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/) && traceId,
        job: 'traced',
      })),
    );
    expect(new Set(seen.map(({ traceId }) => traceId)).size).toBe(2);
  });
});
