import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { until } from '@leadping/test-kit/until';
import { errorOf, startGateway, type StackUnderTest } from './gateway.ts';
import { startUpstream } from './upstream.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ env: { LICENSING_URL: 'http://127.0.0.1:9' } });
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstream.answer(null);
  gateway.upstream.received.length = 0;
});

describe('failing services', () => {
  it('answers 503 with Retry-After while a service is down, and continues when it is back', async () => {
    const down = await gateway.call('/api/public/selectors');
    expect(errorOf(down)).toBe('503 UNAVAILABLE');
    expect(Number(down.headers['retry-after'])).toBeGreaterThan(0);

    const first = await startUpstream();
    const port = Number(new URL(first.url).port);
    const other = await gateway.another({ COMMERCE_URL: [first.url] });
    expect((await other.call('/api/pricing')).status).toBe(200);
    await first.close();
    expect(errorOf(await other.call('/api/pricing'))).toMatch(/^50[23] /);
    const again = await startUpstream(port);
    await until(async () => (await other.call('/api/pricing')).status === 200);
    await again.close();
  });

  it('answers 503 if a service does not reply in time to a repeatable call, and 504 to other calls', async () => {
    const hanging: (() => void)[] = [];
    gateway.upstream.answer(
      (_request, reply) => new Promise((resolve) => hanging.push(() => resolve(reply.send({})))),
    );
    const device = { licenseKey: 'A'.repeat(32), deviceId: 'one' };
    const [safe, repeatable, rest] = await Promise.all([
      gateway.call('/api/pricing'),
      gateway.call('/api/license/validate', { json: device }),
      gateway.call('/api/support', { json: {} }),
    ]);
    hanging.forEach((release) => release());
    expect([safe, repeatable].map(errorOf)).toEqual(['503 UNAVAILABLE', '503 UNAVAILABLE']);
    expect(errorOf(rest)).toBe('504 UPSTREAM_TIMEOUT');
    expect(rest.text).toContain('may have been done');
    for (const reply of [safe, repeatable, rest]) expect(reply.headers['retry-after']).toBeDefined();
  });

  it('limits the wait of a call behind others that hang', async () => {
    const hanging: (() => void)[] = [];
    gateway.upstream.answer(
      (_request, reply) => new Promise((resolve) => hanging.push(() => resolve(reply.send({})))),
    );
    const replies = await Promise.all(Array.from({ length: 70 }, () => gateway.call('/api/pricing')));
    // Waiting calls are refused, or hang once the calls before them have given up.
    expect(hanging.length).toBeGreaterThanOrEqual(64);
    hanging.forEach((release) => release());
    expect(new Set(replies.map(errorOf))).toEqual(new Set(['503 UNAVAILABLE']));
  });

  it('answers 503 after one retry if a service closes the connection of a repeatable call, and 502 to other calls', async () => {
    gateway.upstream.answer((request) => request.raw.socket.destroy());
    const safe = await gateway.call('/api/pricing');
    expect(errorOf(safe)).toBe('503 UNAVAILABLE');
    expect(Number(safe.headers['retry-after'])).toBeGreaterThan(0);
    expect(gateway.upstream.received).toHaveLength(2);
    gateway.upstream.received.length = 0;
    expect(errorOf(await gateway.call('/api/logout', { method: 'POST' }))).toBe('502 UPSTREAM_FAILED');
    expect(gateway.upstream.received).toHaveLength(1);
  });

  it('answers 502 if the service does not speak HTTP', async () => {
    const babbling = createTcpServer((socket) => socket.end('hello\r\n\r\n')).listen(0, '127.0.0.1');
    await until(() => babbling.listening);
    const { port } = babbling.address() as AddressInfo;
    const other = await gateway.another({ COMMERCE_URL: [`http://127.0.0.1:${port}`] });
    expect(errorOf(await other.call('/api/pricing'))).toBe('502 UPSTREAM_FAILED');
    babbling.close();
  });

  it('aborts the reply if the service dies in the middle of it', async () => {
    gateway.upstream.answer((request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': '1000' });
      reply.raw.write('half of it');
      setImmediate(() => request.raw.socket.destroy());
    });
    await expect(gateway.call('/api/pricing')).rejects.toThrow();
  });

  it('returns the final reply without interim ones', async () => {
    const interim = createServer((_request, response) => {
      response.writeEarlyHints({ link: '</x.js>; rel=preload' });
      response.writeProcessing();
      response.end('{"final":true}');
    }).listen(0, '127.0.0.1');
    await until(() => interim.listening);
    const other = await gateway.another({
      COMMERCE_URL: [`http://127.0.0.1:${(interim.address() as AddressInfo).port}`],
    });
    const reply = await other.call('/api/pricing');
    expect(reply).toMatchObject({ status: 200, text: '{"final":true}' });
    interim.close();
  });

  it('aborts a call at its service when the client disconnects', async () => {
    let hasArrived = false;
    let isGivenUp = false;
    gateway.upstream.answer((request, reply) => {
      hasArrived = true;
      request.raw.socket.once('close', () => (isGivenUp = true));
      reply.hijack();
    });
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    client.write('GET /api/pricing HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => hasArrived);
    client.destroy();
    await until(() => isGivenUp);
  });

  it('aborts all pipelined calls when their client disconnects', async () => {
    const arrived: string[] = [];
    let givenUp = 0;
    gateway.upstream.answer((request, reply) => {
      arrived.push(request.url);
      request.raw.socket.once('close', () => (givenUp += 1));
      reply.hijack();
      // More than the gateway buffers for one reply.
      if (request.url.endsWith('large')) reply.raw.end(Buffer.alloc(20_000_000));
    });
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const paths = ['silent', 'silent', 'large'];
    client.write(paths.map((path) => `GET /api/pricing?${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    await until(() => arrived.length === paths.length);
    client.destroy();
    await until(() => givenUp === paths.length);
  });

  it('aborts a call at its service when the client does not read for ten seconds', async () => {
    let isGivenUp = false;
    gateway.upstream.answer((request, reply) => {
      request.raw.socket.once('close', () => (isGivenUp = true));
      reply.hijack();
      reply.raw.end(Buffer.alloc(20_000_000));
    });
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    client.on('error', () => {}).pause();
    client.write('GET /api/pricing HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => isGivenUp, 20);
    client.destroy();
  }, 30_000);

  it('starts no call whose client disconnected during the session lookup', async () => {
    const session = gateway.signIn();
    const asked = gateway.questions();
    const release = gateway.holdSessions();
    let hasLeft = false;
    gateway.service.app.server.once('connection', (socket) => socket.once('close', () => (hasLeft = true)));
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    client.write(`GET /api/user?left HTTP/1.1\r\nHost: a\r\nCookie: session=${session}\r\n\r\n`);
    await until(() => gateway.questions() > asked);
    client.destroy();
    await until(() => hasLeft);
    release();
    await until(async () => (await gateway.call('/api/user', { session })).status === 200);
    expect(gateway.upstream.received.map(({ url }) => url)).not.toContain('/api/user?left');
  });
});
