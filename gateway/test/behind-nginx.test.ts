import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { startNginx } from '@leadping/dev-machine/nginx';
import { selfSigned } from '@leadping/test-kit/certificate';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { aBuild, aShell } from './builds.ts';
import { startGateway, type StackUnderTest } from './gateway.ts';
import { RELEASES, releaseBearer } from './release-calls.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/proxy/nginx.conf');
const { key, cert } = selfSigned(['shop.example', '*.shop.example']);

let gateway: StackUnderTest;
let folder: string;
let port: number;
let plainPort: number;
const ends: (() => Promise<void>)[] = [];

/** The shipped configuration with ports, files and a gateway that a test can use. */
async function shippedFor(gatewayUrl: string): Promise<string> {
  let config = await readFile(SHIPPED, 'utf8');
  const replace = (from: string | RegExp, to: string) => {
    const replaced = config.replaceAll(from, to);
    if (replaced === config) throw new Error(`${SHIPPED} has no ${from}`);
    config = replaced;
  };
  // The machine may have no IPv6.
  replace(/^ *listen \[::\].*\n/gm, '');
  replace('listen 443', `listen 127.0.0.1:${port}`);
  replace('listen 80', `listen 127.0.0.1:${plainPort}`);
  replace('127.0.0.1:8080', new URL(gatewayUrl).host);
  replace('/etc/letsencrypt/live/shop.example/fullchain.pem', join(folder, 'cert.pem'));
  replace('/etc/letsencrypt/live/shop.example/privkey.pem', join(folder, 'key.pem'));
  return config;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'behind-nginx-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  gateway = await startGateway({
    env: { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '127.0.0.1' },
    builds: [aShell(), aBuild({ name: 'mfe-storefront', routes: ['/'] })],
  });
  ends.push(gateway.close);
  port = await findFreePort();
  plainPort = await findFreePort();
  const nginx = await startNginx(await shippedFor(gateway.url), port);
  ends.push(nginx.stop);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

interface CallThrough {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Sends one request over HTTP/2, as a browser does. */
async function callThrough(url: string, { method = 'GET', headers, body }: CallThrough = {}) {
  const { host, pathname, search } = new URL(url);
  const session = connect(`https://${host}`, {
    ca: cert,
    createConnection: () => connectTls({ ...reaching(host), ALPNProtocols: ['h2'] }),
  });
  try {
    const stream = session.request({ ':method': method, ':path': pathname + search, ...headers });
    const informed: unknown[] = [];
    stream.on('headers', (informational) => informed.push(informational[':status']));
    stream.end(body);
    const [reply] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
    return { status: reply[':status'], headers: reply, informed, text: await readText(stream) };
  } finally {
    session.close();
  }
}

const reaching = (host: string): ConnectionOptions => ({
  host: '127.0.0.1',
  port,
  servername: host,
  ca: cert,
});

describe('nginx with the shipped configuration', () => {
  it('serves a page over HTTP/2', async () => {
    const page = await callThrough('https://shop.example/', { headers: { 'sec-fetch-mode': 'navigate' } });
    expect(page).toMatchObject({ status: 200, informed: [] });
    expect(page.text).toContain('/assets/mfe-storefront/1.0.0/');
    expect(page.headers.server).toBe('nginx');
  });

  it("accepts sign-ins from the product's own page and refuses those from a tenant's page or another site", async () => {
    const body = JSON.stringify({ username: 'somebody', password: 'a password' });
    const signIn = (origin: string) =>
      callThrough('https://shop.example/api/login', {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body,
      });
    expect((await signIn('https://shop.example')).status).toBe(200);
    expect((await signIn('https://acme.shop.example')).status).toBe(403);
    expect((await signIn('https://elsewhere.example')).status).toBe(403);
  });

  it('passes a reseller’s subdomain to the services, but no forged host or address [S9.13]', async () => {
    const made = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'victim.shop.example',
      'x-forwarded-proto': 'http',
      forwarded: 'for=203.0.113.9;host=victim.shop.example',
    };
    expect((await callThrough('https://acme.shop.example/api/tenant', { headers: made })).status).toBe(200);
    const { headers } = gateway.upstream.received.at(-1)!;
    expect(headers).toMatchObject({
      'x-forwarded-host': 'acme.shop.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113\.9|victim/);
  });

  it('accepts release files up to the gateway’s limit', async () => {
    const upload = (bytes: number) =>
      callThrough(`https://shop.example${RELEASES}/mfe-storefront/2.0.0/files?path=large.js`, {
        method: 'PUT',
        headers: { ...releaseBearer, 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(bytes),
      });
    expect((await upload(20 * 1024 * 1024)).status).toBe(200);
    const refused = await upload(20 * 1024 * 1024 + 1);
    expect(refused.status).toBe(413);
    expect(refused.text).toContain('PAYLOAD_TOO_LARGE');
  });

  it('redirects a page without TLS to the same page with TLS', async () => {
    const call = get({
      host: '127.0.0.1',
      port: plainPort,
      path: '/r/acme?x=1',
      headers: { host: 'shop.example' },
    });
    const [reply] = (await once(call, 'response')) as [IncomingMessage];
    reply.resume();
    expect(reply).toMatchObject({
      statusCode: 308,
      headers: { location: 'https://shop.example/r/acme?x=1' },
    });
  });

  it.each([
    ['TLS 1.1', 'PROTOCOL_VERSION', () => ({ ...reaching('shop.example'), ...only('TLSv1.1') })],
    ['another name', 'UNRECOGNIZED_NAME', () => reaching('elsewhere.example')],
    ['no name', 'UNRECOGNIZED_NAME', () => ({ host: '127.0.0.1', port })],
    [
      'a cipher without forward secrecy',
      'HANDSHAKE_FAILURE',
      () => ({ ...reaching('shop.example'), ...only('TLSv1.2'), ciphers: 'AES128-GCM-SHA256' }),
    ],
  ] as [string, string, () => ConnectionOptions][])('%s gets no connection', async (_, alert, options) => {
    const socket = connectTls(options());
    const outcome = await Promise.race([
      once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code),
      once(socket, 'secureConnect').then(() => 'connected'),
    ]);
    socket.destroy();
    expect(outcome).toContain(alert);
  });
});

/** Allows weak ciphers, so that the client does not refuse before the server does. */
const only = (version: 'TLSv1.1' | 'TLSv1.2'): ConnectionOptions => ({
  minVersion: version,
  maxVersion: version,
  ciphers: 'DEFAULT:@SECLEVEL=0',
});
