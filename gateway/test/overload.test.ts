import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testActor } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import Fastify, { type FastifyInstance } from 'fastify';
import { EventEmitter } from 'node:events';
import { request } from 'undici';
import { openFairShare } from '../src/guards/fair-share.ts';
import { openOverload } from '../src/guards/overload.ts';
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

const receivedAt = (path: string) => gateway.upstream.received.filter(({ url }) => url === path).length;

/** Concurrent calls, each from its own address, so that no limit per address is met. */
const flood = (count: number, path: string, headers: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, index) =>
    insist(async () => {
      const from = `10.1.${index >> 8}.${index & 255}`;
      const reply = await request(gateway.url + path, { headers: { 'x-forwarded-for': from, ...headers } });
      await reply.body.dump();
      return reply.statusCode;
    }),
  );

/** Repeats a call that the gateway refused because this machine is busy, until the service has it. */
async function insist(call: () => Promise<number>): Promise<number> {
  let status = 503;
  await until(async () => {
    status = await call();
    return status !== 503;
  });
  return status;
}

describe('a gateway with more active calls than its limit', () => {
  it('refuses usual calls with 503 and Retry-After, serves payments, and serves all calls again afterwards', async () => {
    const price = () => gateway.call('/api/pricing', { headers: { 'x-forwarded-for': '10.2.0.1' } });
    const calls = flood(40, '/api/tenant?slug=x');
    await until(() => receivedAt('/api/tenant?slug=x') === 40);
    const refused = await price();
    expect(errorOf(refused)).toBe('503 UNAVAILABLE');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2);
    const paid = gateway.call('/api/stripe-webhook', { method: 'POST', json: {} });
    await until(() => receivedAt('/api/stripe-webhook') === 1);
    release();
    expect((await paid).status).toBe(200);
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect((await price()).status).toBe(200);
  }, 60_000);

  it('refuses payments too when no place is left', async () => {
    const small = await gateway.another({ MAX_ACTIVE_CALLS: 10 });
    const pay = (index: number) => {
      const headers = { 'x-forwarded-for': `10.6.0.${index}` };
      return small.call('/api/stripe-webhook', { method: 'POST', json: {}, headers });
    };
    const calls = Array.from({ length: 10 }, (_, index) => pay(index));
    await until(() => receivedAt('/api/stripe-webhook') === 10);
    expect(errorOf(await pay(10))).toBe('503 UNAVAILABLE');
    release();
    for (const call of calls) expect((await call).status).toBe(200);
    await small.close();
  }, 60_000);
});

describe('the connections to a service', () => {
  it('serve a payment at once while 64 usual calls are active, 128 wait and more are refused', async () => {
    const roomy = await gateway.another({ MAX_ACTIVE_CALLS: 10_000 });
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const headers = { 'x-forwarded-for': `10.3.0.${index}` };
      return (await roomy.call('/api/pricing', { headers })).status;
    });
    expect(await Promise.race(calls)).toBe(503);
    const paid = roomy.call('/api/stripe-webhook', { method: 'POST', json: {} });
    await until(() => receivedAt('/api/stripe-webhook') === 1);
    release();
    expect((await paid).status).toBe(200);
    await Promise.all(calls);
    await roomy.close();
  }, 60_000);

  it('refuse a call that waits 5 seconds for one, and never send it to the service', async () => {
    const roomy = await gateway.another({ MAX_ACTIVE_CALLS: 10_000 });
    const headers = { cookie: `session=${gateway.signIn({ role: 'admin' })}` };
    // The service may take 20 seconds for this one, so none of the calls gives its connection back.
    const sales = (from: string) =>
      roomy.call('/api/admin/sales', { headers: { ...headers, 'x-forwarded-for': from } });
    const calls = Array.from({ length: 64 }, (_, index) =>
      insist(async () => (await sales(`10.4.0.${index}`)).status),
    );
    await until(() => receivedAt('/api/admin/sales') === 64);
    expect(errorOf(await sales('10.4.1.1'))).toBe('503 UNAVAILABLE');
    release();
    await Promise.all(calls);
    expect((await sales('10.4.1.2')).status).toBe(200);
    const senders = gateway.upstream.received.map((received) => received.headers['x-forwarded-for']);
    expect(senders).toContain('10.4.1.2');
    expect(senders).not.toContain('10.4.1.1');
    await roomy.close();
  }, 60_000);
});

describe('a gateway whose event loop is late', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = Fastify();
  });
  afterAll(() => app.close());

  it('refuses usual calls but no payments, and nothing with few active calls or after it has recovered', async () => {
    let calls = 40;
    const overload = await openOverload(app, () => calls, 1000);
    await app.ready();
    expect(overload.errorFor(false)).toBeUndefined();
    await until(() => {
      blockFor(700);
      return overload.errorFor(false)?.code === 'UNAVAILABLE';
    });
    expect(overload.errorFor(true)).toBeUndefined();
    calls = 20;
    expect(overload.errorFor(false)).toBeUndefined();
    calls = 40;
    await until(() => overload.errorFor(false) === undefined);
  });
});

describe('the share of a reseller', () => {
  const greedy = testActor({ role: 'reseller', resellerId: 'r-greedy' });
  const other = testActor({ role: 'reseller', resellerId: 'r-other' });
  const aReply = (destroyed = false) => ({ raw: Object.assign(new EventEmitter(), { destroyed }) });

  it('is twenty active calls: more get 429, while another reseller is served', async () => {
    const cookie = (resellerId: string) => `session=${gateway.signIn({ role: 'reseller', resellerId })}`;
    const own = { headers: { cookie: cookie('r-greedy') } };
    const calls = flood(30, '/api/resellers/me', own.headers);
    await until(() => receivedAt('/api/resellers/me') === 20);
    const modest = gateway.call('/api/resellers/me', { headers: { cookie: cookie('r-other') } });
    await until(() => receivedAt('/api/resellers/me') === 21);
    release();
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await modest).status).toBe(200);
    expect((await gateway.call('/api/resellers/me', own)).status).toBe(200);
  });

  it('is released when a reply ends', () => {
    const share = openFairShare(1);
    const reply = aReply();
    expect(share.admit(greedy, reply as never)).toBeUndefined();
    expect(share.admit(greedy, aReply() as never)?.code).toBe('RATE_LIMITED');
    expect(share.admit(other, aReply() as never)).toBeUndefined();
    reply.raw.emit('close');
    expect(share.admit(greedy, aReply() as never)).toBeUndefined();
  });

  it('is not used by clients that disconnected early or by people without a reseller', () => {
    const share = openFairShare(1);
    const admin = testActor({ role: 'admin', resellerId: null });
    for (let call = 0; call < 2; call += 1) {
      expect(share.admit(greedy, aReply(true) as never)).toBeUndefined();
      expect(share.admit(admin, aReply() as never)).toBeUndefined();
    }
    expect(share.admit(greedy, aReply() as never)).toBeUndefined();
  });
});

function blockFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
