import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { buildApp } from '@leadping/service-kit/http/app';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { until } from '@leadping/test-kit/until';
import { RetryBudget } from '../src/counting/retry-budget.ts';
import { Balancer } from '../src/proxy/balancer.ts';
import { OWN_ORIGIN, errorOf, startGateway, type StackUnderTest } from './gateway.ts';
import { startUpstream, type UpstreamUnderTest } from './upstream.ts';

let first: UpstreamUnderTest;
let second: UpstreamUnderTest;
let gateway: StackUnderTest;

beforeAll(async () => {
  [first, second] = await Promise.all([startUpstream(), startUpstream()]);
  const both = `${first.url}, ${second.url}`;
  gateway = await startGateway({
    env: { COMMERCE_URL: both, LICENSING_URL: both, IDENTITY_URL: both },
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([first.close(), second.close()]);
});
beforeEach(() => {
  for (const upstream of [first, second]) {
    upstream.answer(null);
    upstream.received.length = 0;
  }
});

const get = () => gateway.call('/api/pricing');
const post = () =>
  gateway.call('/api/create-main-checkout', { method: 'POST', json: {}, headers: { origin: OWN_ORIGIN } });
const many = <T>(count: number, call: () => Promise<T>) => Promise.all(Array.from({ length: count }, call));
const portOf = (url: string) => Number(new URL(url).port);

describe('a service of two instances', () => {
  it('sends a share of the calls to both instances', async () => {
    await many(20, get);
    expect(first.received.length).toBeGreaterThanOrEqual(5);
    expect(second.received.length).toBeGreaterThanOrEqual(5);
  });

  it('sends no calls to an instance that reports closing, until it is ready again', async () => {
    second.setReady(false);
    await until(async () => {
      second.received.length = 0;
      await many(6, get);
      return second.received.length === 0;
    });
    await many(10, get);
    expect(second.received).toHaveLength(0);
    second.setReady(true);
    await until(async () => {
      await get();
      return second.received.length > 0;
    });
  });

  it('sends no calls to an instance after a reply that announces its closing, even before the next probe', async () => {
    let afterwards = -1;
    // A probe may come before the reply, or may have been on its way and report once more that the instance is ready.
    for (let round = 0; round < 10 && afterwards !== 0; round += 1) {
      second.setClosing(true);
      second.received.length = 0;
      await many(4, get);
      if (second.received.length > 0) {
        second.received.length = 0;
        await many(10, get);
        afterwards = second.received.length;
      }
      second.setClosing(false);
      await until(async () => (await get()).status === 200 && second.received.length > 0);
    }
    expect(afterwards).toBe(0);
  });

  it('keeps an instance that closes a connection silently, and does not reuse that connection', async () => {
    const connections = new Set<Socket>();
    second.answer(({ raw }, reply) => {
      connections.add(raw.socket);
      return reply.header('connection', 'close').send({});
    });
    for (let call = 0; call < 20; call += 1) expect((await get()).status).toBe(200);
    expect(connections.size).toBeGreaterThanOrEqual(9);
    expect(connections.size).toBe(second.received.length);
  });

  it('calls both instances if neither is ready, because any reply is better than none', async () => {
    first.setReady(false);
    second.setReady(false);
    try {
      await until(async () => {
        await many(4, get);
        return first.received.length > 0 && second.received.length > 0;
      });
      expect((await get()).status).toBe(200);
    } finally {
      first.setReady(true);
      second.setReady(true);
    }
  });

  it('loses no call, safe or not, when an instance stops between two calls', async () => {
    const port = portOf(second.url);
    await second.close();
    const replies = [...(await many(10, get)), ...(await many(5, post))];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(first.received).toHaveLength(15);
    second = await startUpstream(port);
    await until(async () => {
      await get();
      return second.received.length > 0;
    });
  });

  const breakOff = (request: { raw: { socket: Socket } }) => {
    request.raw.socket.destroy();
  };
  const receivedByBoth = () => first.received.length + second.received.length;

  it.each([
    ['a validation of a device', '/api/license/validate', {}],
    ['an event of the payment provider', '/api/stripe-webhook', {}],
    [
      'a checkout with a key that marks repeats',
      '/api/create-main-checkout',
      { 'idempotency-key': 'k'.repeat(20) },
    ],
  ])('makes %s again at the other instance when a connection breaks', async (_name, path, headers) => {
    const call = () =>
      gateway.call(path, { method: 'POST', json: { a: 1 }, headers: { origin: OWN_ORIGIN, ...headers } });
    first.answer(breakOff);
    expect((await many(3, call)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const bodies = second.received.map(({ body }) => body);
    expect(new Set(bodies)).toEqual(new Set(['{"a":1}']));
    second.answer(breakOff);
    first.received.length = 0;
    second.received.length = 0;
    const failed = await call();
    expect(errorOf(failed)).toBe('503 UNAVAILABLE');
    expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
    expect(receivedByBoth()).toBe(2);
  });

  it('does not retry a call whose idempotency key the service does not read', async () => {
    first.answer(breakOff);
    second.answer(breakOff);
    const headers = { origin: OWN_ORIGIN, 'idempotency-key': 'k'.repeat(20) };
    const failed = await gateway.call('/api/logout', { method: 'POST', json: {}, headers });
    expect(errorOf(failed)).toBe('502 UPSTREAM_FAILED');
    expect(receivedByBoth()).toBe(1);
  });

  it('retries a safe call at the other instance when a connection breaks, but not an unsafe one', async () => {
    first.answer(breakOff);
    expect((await many(3, get)).map(({ status }) => status)).toEqual([200, 200, 200]);
    second.answer(breakOff);
    first.received.length = 0;
    second.received.length = 0;
    const failed = await post();
    expect(errorOf(failed)).toBe('502 UPSTREAM_FAILED');
    expect(failed.json()).toMatchObject({
      message: expect.stringMatching(/may have been done. Please look/),
    });
    expect(receivedByBoth()).toBe(1);
  });
});

describe('a body that a service cannot read', () => {
  const startService = async () => {
    const app = buildApp({
      log: buildLog({ service: 'svc-licensing', level: 'silent' }),
      metrics: buildMetrics('svc-licensing'),
      // Probes never reply, so they cannot put an ejected instance back.
      readiness: () => new Promise(() => {}),
    });
    let served = 0;
    app.post('/api/license/validate', () => ({ nth: (served += 1) }));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const close = () => {
      app.server.closeAllConnections();
      return app.close();
    };
    return { url, served: () => served, close };
  };

  it('ejects no instance, because any client can send such a body', async () => {
    const services = await Promise.all([startService(), startService()]);
    const other = await gateway.another({ LICENSING_URL: services.map(({ url }) => url) });
    const headers = { 'content-type': 'application/json' };
    const validate = (body: string) => other.call('/api/license/validate', { body, headers });
    for (let call = 0; call < 4; call += 1)
      expect(errorOf(await validate('{'))).toBe('400 VALIDATION_FAILED');
    await many(20, () => validate('{}'));
    for (const { served } of services) expect(served()).toBeGreaterThanOrEqual(5);
    await other.close();
    await Promise.all(services.map(({ close }) => close()));
  });
});

describe('an instance that hangs', () => {
  let silent: Server;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('is detected by its probe, and gets no calls afterwards', async () => {
    const { port } = silent.address() as AddressInfo;
    const other = await gateway.another({ COMMERCE_URL: [first.url, `http://127.0.0.1:${port}`] });
    await until(async () => {
      const since = performance.now();
      const replies = await many(4, () => other.call('/api/pricing'));
      return replies.every(({ status }) => status === 200) && performance.now() - since < 1000;
    });
    await other.close();
  }, 20_000);
});

describe('the budget of retries', () => {
  it('allows one retry per five calls once the saved retries are used', () => {
    const budget = new RetryBudget();
    let spent = 0;
    for (let call = 0; call < 1000; call += 1) {
      budget.save();
      if (budget.spend()) spent += 1;
    }
    expect(spent).toBeGreaterThan(200);
    expect(spent).toBeLessThanOrEqual(220);
  });

  it('ejects an instance at the third failure in a row, and for longer each time', () => {
    const ejected: number[] = [];
    const balancer = new Balancer(['http://127.0.0.1:9', 'http://127.0.0.1:10'], ({ ejectedUntil }) =>
      ejected.push(ejectedUntil - performance.now()),
    );
    const [bad, good] = balancer.instances;
    if (!bad || !good) throw new Error('two instances were given');
    for (const time of ['first', 'second']) {
      for (let failure = 0; failure < 3; failure += 1) balancer.fail(bad);
      // Failures during the ejection belong to calls that were sent before it.
      balancer.fail(bad);
      if (time === 'first') bad.ejectedUntil = 0;
    }
    expect(ejected.map((ms) => Math.round(ms / 1000))).toEqual([2, 4]);
    expect(new Set(Array.from({ length: 10 }, () => balancer.pick()))).toEqual(new Set([good]));
  });
});
