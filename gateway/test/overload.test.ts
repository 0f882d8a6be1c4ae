import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { until } from '@leadping/test-kit/until';
import { LATE_HEADER } from '@leadping/service-kit/process/lateness';
import { testActor } from '@leadping/test-kit/people';
import { EventEmitter } from 'node:events';
import { request } from 'undici';
import { Demand } from '../src/guards/demand.ts';
import { openFairShare } from '../src/guards/fair-share.ts';
import { openOverload, type Overload } from '../src/guards/overload.ts';
import { Lane } from '../src/proxy/lane.ts';
import { errorOf, startGateway, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
let release = () => {};
beforeAll(async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: '127.0.0.0/8', MAX_ACTIVE_CALLS: '100' } });
});
afterAll(() => gateway.close());

/** The service takes every call and replies to none until released. */
beforeEach(() => {
  const held = new Promise<void>((resolve) => (release = resolve));
  gateway.upstream.received.length = 0;
  gateway.upstream.answer(async () => {
    await held;
    return { held: true };
  });
});

/** So many calls at once, each from an address of its own, so that no limit of an address is met. */
const flood = (count: number, path: string, headers: Record<string, string> = {}) =>
  Array.from({ length: count }, async (_, index) => {
    const from = `10.1.${index >> 8}.${index & 255}`;
    const reply = await request(gateway.url + path, { headers: { 'x-forwarded-for': from, ...headers } });
    await reply.body.dump();
    return reply.statusCode;
  });

describe('more calls under way than a gateway can serve', () => {
  it('lists are refused first, then what is usual; payments pass', async () => {
    const cookie = `session=${gateway.signIn({ role: 'admin' })}`;
    const list = () => gateway.call('/api/admin/orders', { headers: { cookie } });
    const price = () => gateway.call('/api/pricing', { headers: { 'x-forwarded-for': '10.2.0.1' } });
    const payment = () => gateway.call('/api/stripe-webhook', { method: 'POST', json: {} });
    const first = flood(25, '/api/pricing');
    const refused = await untilRefused(list);
    expect(errorOf(refused)).toBe('503 UNAVAILABLE');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2);
    const second = flood(25, '/api/tenant?slug=x');
    expect(errorOf(await untilRefused(price))).toBe('503 UNAVAILABLE');
    const paid = payment();
    release();
    expect((await paid).status).toBe(200);
    await Promise.all([...first, ...second]);
    expect((await list()).status).toBe(200);
    expect((await price()).status).toBe(200);
  }, 20_000);

  it('a payment waits for no connection behind what is usual, of which only so many wait', async () => {
    const roomy = await gateway.another({ MAX_ACTIVE_CALLS: 10_000 });
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const headers = { 'x-forwarded-for': `10.3.0.${index}` };
      return (await roomy.call('/api/pricing', { headers })).status;
    });
    // 64 have a connection and 128 wait for one.
    expect(await Promise.race(calls)).toBe(503);
    const isPayment = ({ url }: { url: string }) => url === '/api/stripe-webhook';
    const paid = roomy.call('/api/stripe-webhook', { method: 'POST', json: {} });
    await until(() => gateway.upstream.received.some(isPayment));
    release();
    expect((await paid).status).toBe(200);
    await Promise.all(calls);
    await roomy.close();
  }, 60_000);

  it('a service whose event loop is late gets fewer at a time, and payments still at once', async () => {
    const roomy = await gateway.another({ MAX_ACTIVE_CALLS: 10_000 });
    const price = async (_: unknown, index: number) => {
      const headers = { 'x-forwarded-for': `10.4.0.${index}` };
      return (await roomy.call('/api/pricing', { headers })).status;
    };
    const countOf = (path: string) => gateway.upstream.received.filter(({ url }) => url === path).length;
    let payments = 0;
    // Each reply in a tenth of a second that comes late lets in fewer, down to eight.
    await until(async () => {
      const held = new Promise<void>((resolve) => (release = resolve));
      gateway.upstream.received.length = 0;
      gateway.upstream.answer(async (_request, reply) => {
        await held;
        return reply.header(LATE_HEADER, '100').send({ late: true });
      });
      const prices = Array.from({ length: 12 }, price);
      payments += 1;
      const from = { 'x-forwarded-for': `10.4.${payments >> 8}.${payments & 255}` };
      const paid = roomy.call('/api/stripe-webhook', { method: 'POST', json: {}, headers: from });
      await until(() => countOf('/api/stripe-webhook') === 1);
      const served = countOf('/api/pricing');
      release();
      expect((await paid).status).toBe(200);
      await Promise.all(prices);
      return served <= 8;
    }, 80);
    // Eight are served and twice as many wait; the rest is refused at once.
    const held = new Promise<void>((resolve) => (release = resolve));
    gateway.upstream.answer(async (_request, reply) => {
      await held;
      return reply.header(LATE_HEADER, '100').send({ late: true });
    });
    const early: number[] = [];
    const calls = Array.from({ length: 40 }, async (_, index) => {
      const status = await price(_, index);
      early.push(status);
      return status;
    });
    await until(() => early.length >= 40 - 8 - 16);
    expect(new Set(early)).toEqual(new Set([503]));
    release();
    expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(8 + 16);
    await roomy.close();
  }, 90_000);

  it('services that reply much later than usual make it refuse what is usual, and no payment', async () => {
    const roomy = await gateway.another({ MAX_ACTIVE_CALLS: 10_000 });
    let sent = 0;
    const from = () => ({ 'x-forwarded-for': `10.5.${(sent += 1) >> 8}.${sent & 255}` });
    const price = async () => (await roomy.call('/api/pricing', { headers: from() })).status;
    release();
    for (let call = 0; call < 30; call += 1) expect(await price()).toBe(200);
    gateway.upstream.answer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { slow: true };
    });
    let isRefused = false;
    let isOver = false;
    const callers = Array.from({ length: 60 }, async () => {
      while (!isOver) isRefused = (await price()) === 503 || isRefused;
    });
    await until(() => isRefused);
    const paid = await roomy.call('/api/stripe-webhook', { method: 'POST', json: {}, headers: from() });
    expect(paid.status).toBe(200);
    isOver = true;
    await Promise.all(callers);
    await roomy.close();
  }, 60_000);

  it('one reseller has its share and no more; another is not affected', async () => {
    const greedy = `session=${gateway.signIn({ role: 'reseller', resellerId: 'r-greedy' })}`;
    const other = `session=${gateway.signIn({ role: 'reseller', resellerId: 'r-other' })}`;
    const calls = flood(40, '/api/resellers/me', { cookie: greedy });
    const modest = gateway.call('/api/resellers/me', { headers: { cookie: other } });
    const early = await Promise.race(calls);
    expect(early).toBe(429);
    // The others wait at the gateway, where they are in nobody's way.
    const served = gateway.upstream.received.filter(({ url }) => url === '/api/resellers/me');
    expect(served.length).toBeLessThanOrEqual(3 + 1);
    release();
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status === 200)).toHaveLength(21);
    expect(statuses.filter((status) => status === 429)).toHaveLength(19);
    expect((await modest).status).toBe(200);
    expect((await gateway.call('/api/resellers/me', { headers: { cookie: greedy } })).status).toBe(200);
  });
});

describe('the connections to a service', () => {
  it('take fewer calls while it is late, the rest in their order, and more again when it is in time', async () => {
    const lane = new Lane(gateway.upstream.url);
    await until(() => {
      lane.adjust(true);
      return lane.limit() === 8;
    });
    const begun: number[] = [];
    const calls = Array.from({ length: 12 }, (_, index) => () => void begun.push(index));
    for (const call of calls) lane.enter(call);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(calls.map((call) => lane.giveUp(call))).toEqual(calls.map((_, index) => index >= 8));
    for (const call of calls.slice(8)) lane.enter(call);
    lane.leave();
    expect(begun.slice(8)).toEqual([8]);
    for (let reply = 0; reply < 4; reply += 1) lane.adjust(false);
    lane.leave();
    expect(begun.slice(8)).toEqual([8, 9, 10, 11]);
    await lane.pool.close();
  });
});

describe('an event loop that is late, and replies that are slow', () => {
  const aDemand = () => new Demand(() => true);

  it('refuses nothing while few calls are under way: it is the machine that is busy', async () => {
    let calls = 5;
    const overload = openOverload({ activeCalls: () => calls, isSlow: () => false }, aDemand(), 1000);
    try {
      let isRefused = false;
      for (let round = 0; round < 20 && !isRefused; round += 1) {
        blockFor(300);
        await new Promise((resolve) => setTimeout(resolve, 1));
        calls = 5;
        expect(overload.errorFor('last')).toBeUndefined();
        calls = 40;
        isRefused = overload.errorFor('last')?.code === 'UNAVAILABLE';
      }
      expect(isRefused).toBe(true);
    } finally {
      overload.close();
    }
  });

  describe('by a clock that only the test moves', () => {
    let now = 0;
    let clock: ReturnType<typeof jest.spyOn>;
    beforeEach(() => {
      now = 0;
      clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    });
    afterEach(() => clock.mockRestore());

    /** Of a hundred calls of a priority in each of so many tenths of a second, how many were let in in the last one. */
    const admitted = (overload: Overload, priority: 'last' | 'usual' | 'first', tenths: number) => {
      let count = 0;
      for (let tenth = 0; tenth < tenths; tenth += 1) {
        now += 100;
        count = Array.from({ length: 100 }, () => overload.errorFor(priority)).filter(
          (error) => !error,
        ).length;
      }
      return count;
    };

    it('slow replies refuse lists at once, then more and more of what is usual, and no payment', () => {
      let calls = 40;
      let isSlow = true;
      const overload = openOverload({ activeCalls: () => calls, isSlow: () => isSlow }, aDemand(), 1000);
      expect(admitted(overload, 'usual', 1)).toBeLessThan(90);
      expect(admitted(overload, 'last', 1)).toBe(0);
      expect(admitted(overload, 'usual', 20)).toBeLessThan(20);
      expect(admitted(overload, 'first', 1)).toBe(100);
      isSlow = false;
      // A hundredth more each tenth of a second while many are under way, five with few.
      expect(admitted(overload, 'usual', 10)).toBeLessThan(40);
      calls = 5;
      expect(admitted(overload, 'usual', 20)).toBe(100);
      expect(admitted(overload, 'last', 1)).toBe(100);
      overload.close();
    });

    it('in a surge fewer calls that are less slow refuse what is usual, and no payment', () => {
      let calls = 20;
      const isSlow = (leastMs: number) => leastMs < 50;
      const overload = openOverload({ activeCalls: () => calls, isSlow }, aDemand(), 1000);
      /** So many calls of nothing but payments in each tenth of a second. */
      const pay = (perTenth: number, tenths: number) => {
        for (let call = 0; call < perTenth * tenths; call += 1) {
          now += 100 / perTenth;
          expect(overload.errorFor('first')).toBeUndefined();
        }
      };
      pay(10, 400);
      expect(admitted(overload, 'usual', 1)).toBe(100);
      pay(100, 10);
      expect(admitted(overload, 'usual', 20)).toBeLessThan(20);
      expect(admitted(overload, 'first', 1)).toBe(100);
      calls = 5;
      expect(admitted(overload, 'usual', 30)).toBe(100);
      overload.close();
    });

    it('few calls that are slow are let in: it is no flood that makes them so', () => {
      const overload = openOverload({ activeCalls: () => 5, isSlow: () => true }, aDemand(), 1000);
      expect(admitted(overload, 'last', 20)).toBe(100);
      overload.close();
    });
  });

  it('people without a tenant have no share to use up', () => {
    const share = openFairShare({ served: 1, waiting: 0 });
    const actor = {
      userId: 'a',
      username: 'a',
      email: '',
      role: 'admin',
      resellerId: null,
      signedInAt: 0,
    } as const;
    const reply = { raw: { once: () => {} } } as never;
    const results: unknown[] = [];
    for (let call = 0; call < 2; call += 1) share.admit(actor, reply, (error) => results.push(error));
    expect(results).toEqual([undefined, undefined]);
  });
});

describe('calls of one reseller that wait for their turn', () => {
  const reseller = { ...testActor({ role: 'reseller', resellerId: 'r-patient' }) };
  const modest = { ...testActor({ role: 'reseller', resellerId: 'r-modest' }) };
  /** Beside somebody who is always there, with a burst that does not fill again. */
  const ALWAYS_BESIDE = { waiting: 10, perSecond: 0.0001, presentMs: Infinity };
  const call = () => ({ raw: new EventEmitter() });

  it('come in their order, and who has left is passed over', () => {
    const share = openFairShare({ served: 1, waiting: 2, kept: 0 });
    const served: string[] = [];
    const calls = ['first', 'gone', 'last', 'refused'].map((name) => {
      const reply = call();
      share.admit(reseller, reply as never, (error) => served.push(error ? `${name}: ${error.code}` : name));
      return reply;
    });
    expect(served).toEqual(['first', 'refused: RATE_LIMITED']);
    calls[1]?.raw.emit('close');
    calls[0]?.raw.emit('close');
    expect(served).toEqual(['first', 'refused: RATE_LIMITED', 'last']);
    calls[2]?.raw.emit('close');
    share.admit(reseller, call() as never, () => served.push('later'));
    expect(served).toContain('later');
  });

  it('beside another reseller begin at its pace, and the other one is served at once', async () => {
    const share = openFairShare({ ...ALWAYS_BESIDE, served: 10, burst: 2, kept: 0 });
    const served: string[] = [];
    const admit = (actor: typeof reseller, name: string) =>
      share.admit(actor, call() as never, (error) => served.push(error ? `${name}: ${error.code}` : name));
    ['alone-1', 'alone-2', 'alone-3'].forEach((name) => admit(reseller, name));
    expect(served).toEqual(['alone-1', 'alone-2', 'alone-3']);
    admit(modest, 'modest-1');
    Array.from({ length: 11 }, (_, index) => admit(reseller, `beside-${index}`));
    admit(modest, 'modest-2');
    expect(served.slice(3)).toEqual(['modest-1', 'beside-10: RATE_LIMITED', 'modest-2']);
  });

  it('beside another reseller begin again as time passes', async () => {
    const share = openFairShare({ served: 10, waiting: 10, burst: 1, perSecond: 50, presentMs: Infinity });
    const served: number[] = [];
    share.admit(modest, call() as never, () => {});
    for (let index = 0; index < 4; index += 1)
      share.admit(reseller, call() as never, () => served.push(index));
    await until(() => served.length === 4);
    expect(served).toEqual([0, 1, 2, 3]);
  });

  it('beside another reseller begin a few at once, and the rest of a burst one after the other', async () => {
    const share = openFairShare({ ...ALWAYS_BESIDE, served: 2, burst: 4, gapMs: 60 });
    share.admit(modest, call() as never, () => {});
    const begun: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const reply = call();
      share.admit(reseller, reply as never, () => {
        begun.push(performance.now());
        reply.raw.emit('close');
      });
    }
    expect(begun).toHaveLength(2);
    await until(() => begun.length === 4);
    const [, second = 0, third = 0, fourth = 0] = begun;
    expect(third - second).toBeGreaterThan(55);
    expect(fourth - third).toBeGreaterThan(55);
  });

  it('are refused late where they are too many, and at once where more of them are kept than is good', async () => {
    const share = openFairShare({ served: 1, waiting: 0, refusedAfterMs: 50, kept: 2 });
    const refused: string[] = [];
    const admit = (name: string) => {
      const reply = call();
      share.admit(reseller, reply as never, (error) => {
        if (error) refused.push(name);
      });
      return reply;
    };
    admit('served');
    const gone = admit('gone');
    const late = admit('late');
    admit('at once');
    expect(refused).toEqual(['at once']);
    gone.raw.emit('close');
    admit('late too');
    await until(() => refused.length === 3);
    expect(refused).toEqual(['at once', 'late', 'late too']);
    late.raw.emit('close');
    admit('late again');
    expect(refused).toHaveLength(3);
    await until(() => refused.length === 4);
  });

  it('take no place when their client left before it was known who it is', () => {
    const share = openFairShare({ served: 1, waiting: 0 });
    const served: string[] = [];
    const left = { raw: Object.assign(new EventEmitter(), { destroyed: true }) };
    share.admit(reseller, left as never, () => served.push('left'));
    share.admit(reseller, call() as never, (error) => served.push(error?.code ?? 'next'));
    expect(served).toEqual(['next']);
  });
});

async function untilRefused(call: () => ReturnType<StackUnderTest['call']>) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    // A call that is admitted waits for its reply, as all others do.
    const reply = await Promise.race([
      call(),
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 50)),
    ]);
    if (reply) return reply;
  }
  throw new Error('nothing was refused');
}

function blockFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
