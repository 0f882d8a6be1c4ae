import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { aBuild, aShell } from './builds.ts';
import { startGateway, type StackUnderTest } from './gateway.ts';

const remote = aBuild({
  name: 'mfe-storefront',
  routes: ['/'],
  files: {
    'film.mp4': '0123456789',
    'mark.svg': '<svg onload="alert(1)"/>',
    'private.pem': 'no',
    'tampered.js': 'before',
  },
});

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ builds: [aShell(), remote] });
});
afterAll(() => gateway.close());

const fileOf = (name: string) => `/assets/mfe-storefront/1.0.0/${name}`;
const entry = fileOf(remote.manifest.entry);

describe('files of releases', () => {
  it('are served with brotli from a copy compressed once, and cached forever', async () => {
    const reply = await fetch(`${gateway.url}${entry}`, { headers: { 'accept-encoding': 'br' } });
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    expect(await reply.text()).toBe(remote.files[remote.manifest.entry]);
    expect(Number(reply.headers.get('content-length'))).toBeLessThan(remote.manifest.files[0]!.bytes / 4);
    expect(typeof brotliDecompressSync).toBe('function');
  });

  it('are served uncompressed to clients that accept no encoding', async () => {
    const reply = await gateway.call(entry, { headers: { 'accept-encoding': 'identity' } });
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.text).toBe(remote.files[remote.manifest.entry]);
  });

  it('are not sent again to clients that have them cached', async () => {
    const first = await gateway.call(entry);
    const again = await gateway.call(entry, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('get no-store on 404, because the next release may contain them', async () => {
    for (const missing of [fileOf('coming.js'), '/assets/mfe-storefront/9.0.0/coming.js', '/api/nothing']) {
      const reply = await gateway.call(missing);
      expect([missing, reply.status, reply.headers['cache-control']]).toEqual([missing, 404, 'no-store']);
    }
  });

  it('support range requests', async () => {
    const part = await gateway.call(fileOf('film.mp4'), { headers: { range: 'bytes=2-4' } });
    expect(part).toMatchObject({ status: 206, text: '234', headers: { 'content-range': 'bytes 2-4/10' } });
    expect((await gateway.call(fileOf('film.mp4'), { headers: { range: 'bytes=20-' } })).status).toBe(416);
  });

  it.each([
    ['bytes=0-0', 206, '0'],
    ['bytes=-3', 206, '789'],
    ['bytes=-30', 206, '0123456789'],
    ['bytes=-0', 416, ''],
    ['bytes=5-', 206, '56789'],
    ['bytes=5-500', 206, '56789'],
    ['bytes=9-2', 416, ''],
    ['bytes=1-2,4-5', 200, '0123456789'],
    ['chars=1-2', 200, '0123456789'],
    ['bytes', 200, '0123456789'],
    ['bytes=', 200, '0123456789'],
    ['bytes=-', 200, '0123456789'],
    [`bytes=0-${'9'.repeat(40)}`, 206, '0123456789'],
  ])('reads the range %s', async (range, status, text) => {
    expect(await gateway.call(fileOf('film.mp4'), { headers: { range } })).toMatchObject({ status, text });
  });

  it('are sent completely if the client has a part of another version', async () => {
    const { etag = '' } = (await gateway.call(fileOf('film.mp4'))).headers;
    const partOf = async (known: string) =>
      (await gateway.call(fileOf('film.mp4'), { headers: { range: 'bytes=2-4', 'if-range': known } })).text;
    expect(await partOf(String(etag))).toBe('234');
    for (const other of ['"another"', `W/${String(etag)}`, 'Wed, 21 Oct 2015 07:28:00 GMT'])
      expect([other, await partOf(other)]).toEqual([other, '0123456789']);
  });

  it('run no script when opened directly', async () => {
    const svg = await gateway.call(fileOf('mark.svg'));
    expect(svg.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
  });

  it.each([
    '/assets/../../../../etc/passwd',
    '/assets/mfe-storefront/1.0.0/../../../secrets.json',
    '/assets/mfe-storefront/1.0.0/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/assets/mfe-storefront/1.0.0/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/mfe-storefront/1.0.0/%252e%252e%252fetc/passwd',
    '/assets/mfe-storefront/1.0.0/..\\..\\release.json',
    '/assets/mfe-storefront/1.0.0/.hidden.js',
    '/assets/mfe-storefront/1.0.0/%00.js',
    '/assets/mfe-storefront/1.0.0//etc/passwd',
    '/assets//etc/passwd',
    '/assets/mfe-storefront/1.0.0/private.pem',
    '/assets/shell/1.0.0/index.html',
    '/assets/shell/1.0.0/index.html.br',
    '/assets/mfe-storefront/9.9.9/remoteEntry.js',
    '/assets/',
  ])('are not found at %s', async (target) => {
    const reply = await gateway.call(target);
    expect(reply.status).toBe(404);
    expect(reply.headers['cache-control']).not.toBe('public, max-age=31536000, immutable');
    expect(reply.text).not.toContain('root:');
  });

  it('are not served if their content is not what was released', async () => {
    const stored = path.join(gateway.config.ASSETS_FOLDER, 'mfe-storefront/1.0.0/tampered.js');
    await writeFile(stored, 'after');
    expect((await gateway.call(fileOf('tampered.js'))).status).toBe(404);
    await writeFile(stored, 'before');
    expect((await gateway.call(fileOf('tampered.js'))).text).toBe('before');
  });

  it('do not change with unknown request headers', async () => {
    const poisoned = await gateway.call(entry, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', host: 'evil.example' },
    });
    const page = await gateway.call('/', {
      headers: { 'x-forwarded-host': 'evil.example', 'x-original-url': '/admin' },
    });
    expect(poisoned.text).toBe((await gateway.call(entry)).text);
    expect(page.text).not.toContain('evil.example');
    expect(JSON.stringify(page.headers)).not.toContain('evil.example');
  });
});
