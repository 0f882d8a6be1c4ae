import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ACTOR_HEADER, actorTokens } from '@leadping/service-kit/http/actor-token';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { until } from '@leadping/test-kit/until';
import { OWN_ORIGIN, errorOf, startGateway, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ env: { LICENSING_URL: 'http://127.0.0.1:9' } });
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstream.answer(null);
  gateway.upstream.received.length = 0;
});

const lastReceived = () => {
  const last = gateway.upstream.received.at(-1);
  if (!last) throw new Error('nothing arrived');
  return last;
};

describe('forwarding', () => {
  it('forwards a call to its service and returns the reply', async () => {
    gateway.upstream.answer((_request, reply) =>
      reply.status(203).header('x-kept', 'yes').send({ price: '79.00' }),
    );
    const reply = await gateway.call('/api/pricing?x=%2F1&y=a+b');
    expect(reply.status).toBe(203);
    expect(reply.headers['x-kept']).toBe('yes');
    expect(reply.json()).toEqual({ price: '79.00' });
    expect(lastReceived()).toMatchObject({ method: 'GET', url: '/api/pricing?x=%2F1&y=a+b' });
  });

  it('forwards the exact bytes of a body, so that signatures stay valid', async () => {
    const body = '{"id": "evt_1",\n  "amount" : 7900}';
    await gateway.call('/api/stripe-webhook', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=x' },
    });
    expect(lastReceived()).toMatchObject({ body, headers: { 'stripe-signature': 't=1,v1=x' } });
  });

  it('answers HEAD as GET without a body', async () => {
    const reply = await gateway.call('/api/pricing', { method: 'HEAD' });
    expect(reply).toMatchObject({ status: 200, text: '' });
  });

  it('passes compressed replies through unchanged', async () => {
    gateway.upstream.answer((_request, reply) =>
      reply
        .header('content-encoding', 'gzip')
        .header('content-type', 'application/json')
        .send(gzipSync('{}')),
    );
    const reply = await gateway.call('/api/pricing');
    expect(reply.headers['content-encoding']).toBe('gzip');
  });

  it('streams large replies to the end', async () => {
    const large = 'x'.repeat(3_000_000);
    gateway.upstream.answer((_request, reply) => reply.type('text/plain').send(large));
    expect((await gateway.call('/api/pricing')).text).toHaveLength(large.length);
  });
});

describe('headers', () => {
  it('drops internal headers from clients and trusts no forwarded header', async () => {
    const forged = await actorTokens([`k1:${'0'.repeat(64)}`], 'gateway').sign(
      {
        userId: 'x',
        username: 'admin',
        email: '',
        role: 'admin',
        resellerId: null,
        signedInAt: 0,
      },
      'svc-commerce',
    );
    await gateway.call('/api/pricing', {
      headers: {
        [ACTOR_HEADER]: forged,
        'X-Leadping-Anything': '1',
        'X-Forwarded-For': '6.6.6.6',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        'X-Real-IP': '6.6.6.6',
        Forwarded: 'for=6.6.6.6',
      },
    });
    const { headers } = lastReceived();
    expect(headers[ACTOR_HEADER]).toBeUndefined();
    expect(headers['x-leadping-anything']).toBeUndefined();
    expect(headers.forwarded).toBeUndefined();
    expect(headers['x-real-ip']).toBeUndefined();
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-host']).toBe(new URL(gateway.url).host);
    expect(headers['x-forwarded-proto']).toBe('http');
  });

  it('trusts a proxy in TRUST_PROXY and passes the host to the services [S9.13]', async () => {
    const behindProxy = await gateway.another({ TRUST_PROXY: ['127.0.0.1'] });
    await behindProxy.call('/api/tenant', {
      headers: {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'acme.leadping.example',
        'x-forwarded-proto': 'https',
      },
    });
    expect(lastReceived().headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'acme.leadping.example',
      'x-forwarded-proto': 'https',
    });
  });

  it('passes a tenant’s host to the services, so that its page is served under a subdomain [S9.13]', async () => {
    await gateway.call('/api/tenant', { headers: { host: 'acme.localhost:8080' } });
    expect(lastReceived().headers['x-forwarded-host']).toBe('acme.localhost:8080');
  });

  it('drops hop-by-hop headers in both directions', async () => {
    gateway.upstream.answer((_request, reply) => {
      reply.raw.setHeader('connection', 'x-upstream-hop');
      return reply
        .header('x-upstream-hop', '1')
        .header('x-powered-by', 'someone')
        .header('x-leadping-secret', '1')
        .send({});
    });
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(
      'GET /api/pricing HTTP/1.1\r\nHost: a\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\nKeep-Alive: 5\r\n\r\n',
    );
    let reply = '';
    for await (const chunk of socket) reply += String(chunk);
    expect(lastReceived().headers).not.toHaveProperty('x-hop');
    expect(lastReceived().headers).not.toHaveProperty('te');
    expect(reply).toMatch(/^HTTP\/1.1 200/);
    expect(reply.toLowerCase()).not.toMatch(/x-upstream-hop|x-powered-by|x-leadping-secret/);
  });

  it('gives every request an id, keeping a valid one and replacing an invalid one', async () => {
    const kept = await gateway.call('/api/pricing', { headers: { 'x-request-id': 'given-by-the-caller' } });
    expect(kept.headers['x-request-id']).toBe('given-by-the-caller');
    expect(lastReceived().headers['x-request-id']).toBe('given-by-the-caller');
    const replaced = await gateway.call('/api/pricing', { headers: { 'x-request-id': 'a b"<script>' } });
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('forwards cookies to identity and to no other service', async () => {
    await gateway.call('/api/pricing', { headers: { cookie: 'session=abc' } });
    expect(lastReceived().headers.cookie).toBeUndefined();
    await gateway.call('/api/logout', {
      method: 'POST',
      headers: { cookie: 'session=abc', origin: OWN_ORIGIN },
    });
    expect(lastReceived().headers.cookie).toBe('session=abc');
  });

  it('lets only identity set cookies', async () => {
    gateway.upstream.answer((_request, reply) => reply.header('set-cookie', 'session=planted').send({}));
    expect((await gateway.call('/api/pricing')).headers['set-cookie']).toBeUndefined();
    expect((await gateway.call('/api/logout', { method: 'POST' })).headers['set-cookie']).toEqual([
      'session=planted',
    ]);
  });

  it('adds security headers to replies and keeps those that a service sets', async () => {
    gateway.upstream.answer((_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').send({}),
    );
    const { headers } = await gateway.call('/api/pricing');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=60',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect((await gateway.call('/api/tenant')).headers['cache-control']).toBe('public, max-age=60');
  });

  it('refuses headers that would split the request', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(
      'GET /api/pricing HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Note: a\rX-Leadping-Actor: forged\r\n\r\n',
    );
    let reply = '';
    for await (const chunk of socket) reply += String(chunk);
    expect(reply).toMatch(/^HTTP\/1.1 400/);
    expect(gateway.upstream.received).toHaveLength(0);
  });
});

describe('paths and methods', () => {
  it.each(['/api/nothing', '/api', '/api/tenant/x', '/api/../api/tenant', '/api//tenant', '/api/pricing;x'])(
    'has no route %s',
    async (path) => {
      const reply = await gateway.call(path === '/api' ? '/api/' : path);
      expect(errorOf(reply)).toBe('404 NOT_FOUND');
      expect(gateway.upstream.received).toHaveLength(0);
    },
  );

  it.each([
    ['PUT', '/api/login', 'POST'],
    ['GET', '/api/login', 'POST'],
    ['OPTIONS', '/api/login', 'POST'],
    ['POST', '/api/tenant', 'GET, HEAD'],
    ['DELETE', '/api/pricing', 'GET, HEAD'],
  ] as const)('refuses %s on %s and says what it takes', async (method, path, allow) => {
    const reply = await gateway.call(path, { method });
    expect(errorOf(reply)).toBe('405 METHOD_NOT_ALLOWED');
    expect(reply.headers.allow).toBe(allow);
  });
});

describe('bodies', () => {
  const login = (body: string, type = 'application/json') =>
    gateway.call('/api/auth/forgot-password', { method: 'POST', body, headers: { 'content-type': type } });

  it('refuses a body over 64 kB, with or without Content-Length', async () => {
    expect(errorOf(await login(`{"email":"${'x'.repeat(70_000)}"}`))).toBe('413 PAYLOAD_TOO_LARGE');
    const chunked = await fetch(`${gateway.url}/api/create-main-checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({
        start: (stream) => {
          for (let nth = 0; nth < 5; nth += 1) stream.enqueue(new TextEncoder().encode('x'.repeat(40_000)));
          stream.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect(gateway.upstream.received).toHaveLength(0);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('refuses a body of type %s where JSON is taken', async (type) => {
    expect(errorOf(await login('{"email":"a@example.com"}', type))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(gateway.upstream.received).toHaveLength(0);
  });

  const upload = (bytes: number, announced = true) => {
    const boundary = 'b0undary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(bytes, 'p'),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return fetch(`${gateway.url}/api/resellers/upload-logo`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        cookie: `session=${gateway.signIn({ role: 'reseller', resellerId: 'r1' })}`,
        origin: OWN_ORIGIN,
      },
      body: announced
        ? body
        : new ReadableStream({
            start: (stream) => {
              for (let at = 0; at < body.length; at += 65_536) stream.enqueue(body.subarray(at, at + 65_536));
              stream.close();
            },
          }),
      duplex: 'half',
    } as RequestInit);
  };

  it('streams an upload to its service', async () => {
    const reply = await upload(4_000_000, false);
    expect(reply.status).toBe(200);
    expect(lastReceived().bytes).toBeGreaterThan(4_000_000);
    expect(lastReceived().headers['content-type']).toContain('boundary=b0undary');
  });

  it.each([
    ['that is down', 'http://127.0.0.1:9', 503],
    ['that refuses it unread', null, 422],
  ])(
    'reads an upload for a service %s to its end: its connection takes the next request',
    async (_what, url, status) => {
      const unread = createServer((_request, response) => response.writeHead(422).end()).listen(
        0,
        '127.0.0.1',
      );
      await until(() => unread.listening);
      const { port } = unread.address() as AddressInfo;
      const other = await gateway.another({ COMMERCE_URL: [url ?? `http://127.0.0.1:${port}`] });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const call = (target: string, body?: Buffer) =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = {
            'content-type': 'multipart/form-data; boundary=b0undary',
            cookie: `session=${gateway.signIn({ role: 'reseller', resellerId: 'r1' })}`,
            origin: OWN_ORIGIN,
          };
          const options = {
            agent,
            headers,
            method: body ? 'POST' : 'GET',
            signal: AbortSignal.timeout(5000),
          };
          const sent = httpRequest(`${other.url}${target}`, options, (reply) =>
            reply.resume().once('end', () => resolve(reply.statusCode)),
          );
          sent.once('error', reject).end(body);
        });
      for (const bytes of [300_000, 4_000_000]) {
        expect(await call('/api/resellers/upload-logo', Buffer.alloc(bytes))).toBe(status);
        expect(await call('/api/nothing')).toBe(404);
      }
      agent.destroy();
      unread.close();
    },
  );

  it('refuses an upload over its limit, with or without Content-Length', async () => {
    expect((await upload(7_000_000)).status).toBe(413);
    expect((await upload(7_000_000, false)).status).toBe(413);
    expect(gateway.upstream.received).toHaveLength(0);
  });
});
