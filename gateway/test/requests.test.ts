import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@leadping/test-kit/until';
import { collapseSlashes, decodableUrl, withoutTrailingSlashes } from '../src/http/request-paths.ts';
import { aBuild, aShell } from './builds.ts';
import { OWN_ORIGIN, errorOf, RELEASE_TOKEN, startGateway, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [
      aShell(),
      aBuild({
        name: 'mfe-storefront',
        routes: ['/', '/privacy', '/offers/:id'],
        files: {
          'prerendered/offers/_.html': '<link rel="canonical" href="{{origin}}{{path}}"><!--/head-->x',
        },
      }),
    ],
  });
});
afterAll(() => gateway.close());

/** CPU time of this process, which other processes on the machine do not affect. */
const cpuMs = () => process.cpuUsage().user / 1000;

describe('paths', () => {
  it('with 15,000 slashes are handled quickly, at the start or in the middle', async () => {
    const used = cpuMs();
    for (const path of [
      `/offers/x${'/'.repeat(15_000)}y`,
      '/'.repeat(15_000),
      `/api/${'/'.repeat(15_000)}`,
    ]) {
      expect(errorOf(await gateway.call(path))).toBe('414 URI_TOO_LONG');
    }
    const long = `/offers/${'x/'.repeat(900)}y`;
    expect((await gateway.call(long)).status).toBe(404);
    expect(cpuMs() - used).toBeLessThan(1500);
  });

  it('are handled in linear time', () => {
    const used = cpuMs();
    for (const hostile of ['/'.repeat(200_000), `${'/'.repeat(200_000)}x`, '//x'.repeat(60_000)]) {
      collapseSlashes(hostile);
      withoutTrailingSlashes(hostile);
    }
    expect(cpuMs() - used).toBeLessThan(1500);
  });

  it.each([
    ['//privacy', '/privacy'],
    ['/offers//x', '/offers/x'],
    ['///offers///x//?a=//b', '/offers/x/?a=//b'],
    ['//\\evil.example', '/%5Cevil.example'],
    ['////evil.example/x', '/evil.example/x'],
  ])('%s is redirected to %s, so that a page has one address', async (path, target) => {
    const reply = await gateway.call(path);
    expect([reply.status, reply.headers.location]).toEqual([308, target]);
  });

  it('with repeated slashes end as 404 under /api and are redirected only for GET and HEAD', async () => {
    expect(errorOf(await gateway.call('/api//tenant'))).toBe('404 NOT_FOUND');
    expect((await gateway.call('//privacy', { json: {} })).status).toBe(404);
    expect((await gateway.call('//api/tenant')).status).toBe(404);
  });

  it('that cannot be decoded show the page for unknown addresses, and JSON under /api', async () => {
    for (const path of ['/%ff', '/%E0%A4%A', '/%', '/offers/%c0%ae?x=%ff']) {
      const page = await gateway.call(path);
      expect([path, page.status]).toEqual([path, path.startsWith('/offers') ? 200 : 404]);
      expect(page.text).toContain('<div id="root">');
    }
    expect(errorOf(await gateway.call('/api/%ff'))).toBe('400 VALIDATION_FAILED');
    expect(decodableUrl('/a%20b')).toBe('/a%20b');
  });
});

/** Sends raw text and reads until the connection closes. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.write(text);
  let reply = '';
  for await (const chunk of socket) reply += String(chunk);
  return reply;
}

function rawRefusal(reply: string): string {
  const [head = '', text = ''] = reply.split('\r\n\r\n');
  const status = Number(head.split(' ')[1]);
  return errorOf({ status, text, headers: {}, json: () => JSON.parse(text) as Record<string, unknown> });
}

describe('the address of a request to a proxy', () => {
  const get = (target: string, host: string) =>
    raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it('is handled by its path', async () => {
    const { host } = new URL(gateway.url);
    expect(await get(`http://${host}/healthz?x=1`, host)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await get(`HTTP://${host}/offers//x`, host)).toMatch(/\r\nlocation: \/offers\/x\r\n/i);
    expect(await get(`http://${host}`, host)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is refused if its host differs from the header', async () => {
    expect(rawRefusal(await get('http://evil.example/healthz', 'a'))).toBe('400 VALIDATION_FAILED');
  });
});

describe('requests that no route can handle', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400 VALIDATION_FAILED'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: a\r\nX y: 1\r\n\r\n', '400 VALIDATION_FAILED'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400 VALIDATION_FAILED'],
    [
      'two hosts',
      'GET / HTTP/1.1\r\nHost: localhost:8080\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      '400 VALIDATION_FAILED',
    ],
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      '400 VALIDATION_FAILED',
    ],
    [
      'headers past 16 kB',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 HEADERS_TOO_LARGE',
    ],
    [
      'an expectation',
      'POST /api/login HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}',
      '417 EXPECTATION_FAILED',
    ],
    [
      'a length beside chunks',
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
      '400 VALIDATION_FAILED',
    ],
    [
      'TRACE',
      'TRACE /api/pricing HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Mine: 1\r\n\r\n',
      '404 NOT_FOUND',
    ],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n', '405 METHOD_NOT_ALLOWED'],
  ])('%s is refused in the one shape of errors', async (_what, text, expected) => {
    expect(rawRefusal(await raw(text))).toBe(expected);
  });

  it.each([
    [
      'headers past 16 kB',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 HEADERS_TOO_LARGE',
    ],
    ['no HTTP', 'hello\r\n\r\n', '400 VALIDATION_FAILED'],
  ])(
    '%s is refused likewise on a connection that was served before, as a proxy keeps it',
    async (_what, text, expected) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => {});
      let received = '';
      socket.on('data', (chunk) => (received += String(chunk)));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      await until(() => received.includes('"status":"ok"'));
      received = '';
      socket.write(text);
      await closed;
      expect(rawRefusal(received)).toBe(expected);
    },
  );

  it('CONNECT keeps no connection of a client that never ends it', async () => {
    const accepted = new Promise<Socket>((resolve) => gateway.service.app.server.once('connection', resolve));
    const socket = connect({
      port: Number(new URL(gateway.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    socket.on('error', () => {}).resume();
    socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n');
    const held = await accepted;
    await until(() => held.destroyed);
    socket.destroy();
  });
});

describe('bodies of unauthorized callers', () => {
  const files = '/api/admin/releases/mfe-storefront/1.0.1/files?path=a.js';

  it.each([
    ['without a session', {}, '401 UNAUTHENTICATED'],
    ['with an unknown token', { authorization: `Bearer ${'x'.repeat(40)}` }, '401 UNAUTHENTICATED'],
    ['of another role', { role: 'reseller' }, '403 FORBIDDEN'],
  ] as const)('%s are refused before a byte of them is read', async (_who, how, expected) => {
    const cookie = 'role' in how ? { cookie: `session=${gateway.signIn({ role: how.role })}` } : {};
    const authorization = 'authorization' in how ? { authorization: how.authorization } : {};
    const head = Object.entries({
      host: 'a',
      origin: OWN_ORIGIN,
      'content-type': 'application/octet-stream',
      'content-length': '20000000',
      ...cookie,
      ...authorization,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    // The body is never sent, so only a gateway that does not wait for it can reply.
    socket.write(`PUT ${files} HTTP/1.1\r\n${head.join('')}\r\n`);
    const reply = await Promise.race([
      new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk)))),
      delay(5000, 'waited for the body', { ref: false }),
    ]);
    socket.destroy();
    expect(rawRefusal(reply)).toBe(expected);
  });

  it.each(['/api/admin/settings', '/api/resellers/upload-logo'])(
    '%s is refused before a service receives it',
    async (path) => {
      gateway.upstream.received.length = 0;
      const session = gateway.signIn({ role: 'other' });
      const headers = { origin: OWN_ORIGIN, 'content-type': 'application/json' };
      expect((await gateway.call(path, { body: '{}', headers })).status).toBe(401);
      expect((await gateway.call(path, { body: '{}', headers, session })).status).toBe(403);
      expect(gateway.upstream.received).toHaveLength(0);
    },
  );
});

describe('a body over its limit', () => {
  const sizes = [5, 8, 20, 60].map((megabytes) => megabytes * 1_000_000 + 300_000);
  const upload = async (bytes: number, isAnnounced: boolean) => {
    const body = Buffer.alloc(bytes, 'p');
    body.write('--b\r\nContent-Disposition: form-data; name="logo"; filename="a.png"\r\n\r\n');
    const chunks = function* () {
      for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
    };
    const reply = await fetch(`${gateway.url}/api/resellers/upload-logo`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        cookie: `session=${gateway.signIn({ role: 'reseller', resellerId: 'r1' })}`,
        origin: OWN_ORIGIN,
      },
      body: isAnnounced ? body : Readable.toWeb(Readable.from(chunks())),
      duplex: 'half',
    } as RequestInit);
    return { status: reply.status, code: ((await reply.json()) as { code: string }).code };
  };

  it.each(sizes.flatMap((bytes) => [true, false].map((isAnnounced) => [bytes, isAnnounced] as const)))(
    'of %d bytes (announced: %s) gets a reply that its sender can read',
    async (bytes, isAnnounced) => {
      expect(await upload(bytes, isAnnounced)).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    },
  );

  it('is refused for JSON and release files too', async () => {
    const reply = await fetch(`${gateway.url}/api/create-main-checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(9_000_000, '1'),
    });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
    const file = await fetch(`${gateway.url}/api/admin/releases/mfe-storefront/1.0.1/files?path=a.js`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${RELEASE_TOKEN}` },
      body: Buffer.alloc(30_000_000, '1'),
    });
    expect([file.status, ((await file.json()) as { code: string }).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('the path of a release file', () => {
  it.each(['.', '..', '1', '1/0', 'a.js/b.js', 'a//b.js', './a.js', 'a/../b.js'])(
    'is never %s',
    async (path) => {
      const reply = await gateway.call(
        `/api/admin/releases/mfe-storefront/1.0.1/files?path=${encodeURIComponent(path)}`,
        {
          method: 'PUT',
          body: 'x',
          headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${RELEASE_TOKEN}` },
        },
      );
      expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
    },
  );

  it('is accepted if it is valid, even after invalid ones were refused', async () => {
    for (const path of ['a.js', 'a/b.js', '.well-known/security.txt']) {
      const reply = await gateway.call(`/api/admin/releases/mfe-storefront/1.0.1/files?path=${path}`, {
        method: 'PUT',
        body: 'x',
        headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${RELEASE_TOKEN}` },
      });
      expect([path, reply.status]).toEqual([path, 200]);
    }
  });
});
