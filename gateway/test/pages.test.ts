import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReleaseDocument } from '@leadping/contracts/release';
import mongoose from 'mongoose';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { until } from '@leadping/test-kit/until';
import { pageSecurityHeaders } from '../src/http/security-headers.ts';
import { aBuild, aShell } from './builds.ts';
import { startGateway, type Reply, type StackUnderTest } from './gateway.ts';
import { releaseBearer } from './release-calls.ts';

const storefront = aBuild({
  name: 'mfe-storefront',
  routes: ['/', '/r/:slug', '/integrations', '/offers/:id'],
  needs: ['ui'],
  files: {
    'prerendered/integrations.html':
      '<title>Hub</title><link rel="canonical" href="{{origin}}/integrations"><!--/head--><h1>Integrations</h1><script>"%NONCE%"</script>',
    'prerendered/index.html': '<!--/head--><h1>Shop</h1>',
    'prerendered/offers/_.html': '<link rel="canonical" href="{{origin}}{{path}}"><!--/head--><h1>Offer</h1>',
    'public/embed.js': 'size()',
  },
});
const admin = aBuild({
  name: 'mfe-admin',
  routes: ['/admin/*', '/auth'],
  files: { 'prerendered/auth.html': '<meta name="robots" content="noindex"><!--/head--><h1>Sign in</h1>' },
});
const modules = aBuild({
  name: 'mfe-modules',
  routes: ['/modules'],
  format: 'module',
  files: { 'lazy.mjs': 'export {}' },
});
const shell = aShell('1.0.0', { provides: { ui: ['ui.js'] }, files: { 'ui.js': 'export {}' } });

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ builds: [shell, storefront, admin, modules] });
});
afterAll(() => gateway.close());

function documentOf(page: Reply): ReleaseDocument {
  const [, json = ''] =
    /<script type="application\/json" id="release-document">(.*?)<\/script>/.exec(page.text) ?? [];
  return ReleaseDocument.parse(JSON.parse(json));
}

const cspOf = (page: Reply) => String(page.headers['content-security-policy']);

describe('a page', () => {
  it('contains the release document with the entry of each remote', async () => {
    const page = await gateway.call('/');
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
    expect(documentOf(page).remotes['mfe-storefront']).toEqual({
      version: '1.0.0',
      contract: 1,
      entry: `/assets/mfe-storefront/1.0.0/${storefront.manifest.entry}`,
      integrity: storefront.manifest.files[0]!.integrity,
      preload: [
        {
          href: `/assets/mfe-storefront/1.0.0/${storefront.manifest.entry}`,
          integrity: storefront.manifest.files[0]!.integrity,
        },
      ],
      routes: ['/', '/r/:slug', '/integrations', '/offers/:id'],
      views: [],
    });
    expect(documentOf(page)).toEqual((await gateway.call('/remotes.json')).json());
  });

  it('preloads the files of its path with the same integrity and crossorigin as the actual load', async () => {
    const page = await gateway.call('/r/acme');
    const preloads = [...page.text.matchAll(/<link rel="preload"[^>]*>/g)].map(([tag]) => tag);
    expect(preloads).toHaveLength(3);
    for (const tag of preloads) expect(tag).toMatch(/integrity="sha256-[^"]{44}" crossorigin="anonymous"/);
    expect(preloads.join()).toContain('/assets/mfe-storefront/1.0.0/page.css');
    expect(preloads.join()).toContain('/assets/shell/1.0.0/ui.js');
    expect((await gateway.call('/admin')).text).not.toContain('/assets/mfe-storefront/1.0.0/page.css');
  });

  it('lists the hashes of a module remote before its first file is loaded', async () => {
    const page = await gateway.call('/modules');
    const [, nonce, map = '{}'] =
      /<script type="importmap" nonce="([^"]+)">(.*?)<\/script>/.exec(page.text) ?? [];
    expect(cspOf(page)).toContain(`'nonce-${nonce}'`);
    const { entry, files } = modules.manifest;
    const scripts = files.filter(({ path: file }) => /\.m?js$/.test(file));
    expect(JSON.parse(map)).toEqual({
      integrity: Object.fromEntries(
        scripts.map(({ path: file, integrity }) => [`/assets/mfe-modules/1.0.0/${file}`, integrity]),
      ),
    });
    expect(page.text.indexOf('importmap')).toBeLessThan(page.text.indexOf('<link rel="modulepreload"'));
    expect(page.text).toContain(
      `<link rel="modulepreload" href="/assets/mfe-modules/1.0.0/${entry}" integrity=`,
    );
    expect(documentOf(page).remotes['mfe-modules']).toMatchObject({ format: 'module' });
    expect((await gateway.call(`/assets/mfe-modules/1.0.0/lazy.mjs`)).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    );
  });

  it('loads its styles before any script if it is prerendered', async () => {
    const page = await gateway.call('/integrations');
    expect(page.text).toMatch(
      /<link rel="stylesheet" href="\/assets\/mfe-storefront\/1\.0\.0\/page\.css" integrity="sha256-[^"]{44}" crossorigin="anonymous">/,
    );
  });

  it('is the shell on every path of a remote, and 404 if no remote claims the path', async () => {
    for (const path of ['/admin', '/admin/orders/7', '/auth', '/integrations/']) {
      expect((await gateway.call(path)).status).toBe(200);
    }
    for (const path of ['/nothing', '/r', '/r/a/b', '/index.html']) {
      const page = await gateway.call(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.text).toContain('<div id="root"></div>');
    }
  });

  it('contains the prerendered HTML of its remote, but not on a tenant’s host', async () => {
    expect((await gateway.call('/integrations')).text).toContain('<div id="root"><h1>Integrations</h1>');
    expect((await gateway.call('/')).text).toContain('<div id="root"><h1>Shop</h1>');
    expect((await gateway.call('/', { headers: { host: 'acme.localhost:8080' } })).text).toContain(
      '<div id="root"></div>',
    );
  });

  it('has the prerendered head of its remote, with one title and the public address', async () => {
    const { text } = await gateway.call('/integrations', { headers: { host: 'evil.example' } });
    expect(text.match(/<title/g)).toHaveLength(1);
    expect(text).toContain(
      '<title>Hub</title><link rel="canonical" href="http://localhost:8080/integrations">',
    );
  });

  it('has the requested address escaped in its head if it serves many addresses', async () => {
    const addressOf = async (path: string) => {
      const { text } = await gateway.call(path);
      expect(text).toContain('<div id="root"><h1>Offer</h1>');
      return /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1];
    };
    expect(await addressOf('/offers/acme')).toBe('http://localhost:8080/offers/acme');
    expect(await addressOf('/offers/beta/?from=mail')).toBe('http://localhost:8080/offers/beta');
    expect(await addressOf('/offers/%22%3E%3Cscript%3E&$%26')).toBe(
      'http://localhost:8080/offers/%22%3E%3Cscript%3E&amp;$%26',
    );
  });

  it('can be a public file of a remote that other sites load', async () => {
    const file = await gateway.call('/embed.js');
    expect(file).toMatchObject({
      status: 200,
      text: 'size()',
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
    const again = await gateway.call('/embed.js', {
      headers: { 'if-none-match': String(file.headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('has its own nonce, which inserted content cannot get', async () => {
    const [one, two] = [await gateway.call('/integrations'), await gateway.call('/integrations')];
    const nonceOf = (page: Reply) => /'nonce-([^']+)'/.exec(cspOf(page))?.[1] ?? '';
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    expect(one.text).toContain(`<script nonce="${nonceOf(one)}">1</script>`);
    expect(one.text).toContain('<script>"%NONCE%"</script>');
  });

  it('is compressed with an encoding that the browser accepts', async () => {
    const raw = async (encoding: string) => {
      const reply = await fetch(gateway.url, { headers: { 'accept-encoding': encoding } });
      return { encoding: reply.headers.get('content-encoding'), text: await reply.text() };
    };
    expect((await raw('gzip, br;q=0.9')).encoding).toBe('br');
    expect((await raw('gzip, br;q=0')).encoding).toBe('gzip');
    expect((await raw('identity')).encoding).toBeNull();
    expect((await raw('br')).text).toContain('release-document');
    expect([brotliDecompressSync, gunzipSync]).toHaveLength(2);
  });

  it('refuses methods other than GET and HEAD', async () => {
    expect((await gateway.call('/', { json: {} })).status).toBe(404);
  });
});

describe('frames', () => {
  it('lets any site frame the sales pages [R-checkout.45]', async () => {
    for (const path of ['/', '/r/acme']) {
      const page = await gateway.call(path);
      expect(cspOf(page)).toMatch(/frame-ancestors 'self' https:/);
      expect(page.headers['x-frame-options']).toBeUndefined();
    }
  });

  it('lets no other site frame the other pages [R-checkout.45]', async () => {
    const personal = ['/r/acme/receipt/1', '/r/acme/withdraw', '/withdraw'];
    for (const path of ['/admin', '/auth', '/integrations', '/nothing', '/remote', '/r', ...personal]) {
      const page = await gateway.call(path);
      expect(cspOf(page)).toMatch(/frame-ancestors 'self'(;|$)/);
      expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    }
  });

  it('lets no other site frame a personal page in any spelling of its address', async () => {
    const letters = ['/r/acme/Withdraw', '/r/acme/WITHDRAW', '/r/acme/Receipt/1'];
    const encoded = ['/r/acme/withdr%61w', '/r/acme/%57ithdraw', '/r/acme/%72eceipt/1', '/r/acme%2Fwithdraw'];
    const slashes = ['/r/acme/withdraw/', '/r/acme/Withdraw/', '/r/acme/receipt/1/', '/r/acme/withdraw/x'];
    for (const path of [...letters, ...encoded, ...slashes]) {
      const page = await gateway.call(path);
      expect([path, cspOf(page)]).toEqual([path, expect.stringMatching(/frame-ancestors 'self'(;|$)/)]);
      expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    }
  });

  it('is framed by no page and leaks no address to other sites if it belongs to a customer', async () => {
    for (const path of ['/my', '/my/', '/My', '/MY/', '/m%79', '/%4Dy/anything', '/my/anything']) {
      const page = await gateway.call(path);
      expect(cspOf(page)).toMatch(/frame-ancestors 'none'(;|$)/);
      expect(page.headers['x-frame-options']).toBe('DENY');
      expect(page.headers['referrer-policy']).toBe('same-origin');
    }
  });

  it('allows only two Trusted Types policies on every path', async () => {
    for (const path of ['/', '/r/acme', '/admin', '/auth', '/nothing'])
      expect(cspOf(await gateway.call(path))).toContain(
        "; require-trusted-types-for 'script'; trusted-types default inert-html; ",
      );
  });

  it('requires https with strict transport security in production', () => {
    const headers = Object.fromEntries(
      pageSecurityHeaders({
        pathname: '/',
        nonce: 'n',
        isProduction: true,
        paymentOrigins: [],
        pageToken: 't',
      }),
    );
    expect(headers['content-security-policy']).toMatch(
      /frame-ancestors 'self' https:; upgrade-insecure-requests;/,
    );
    expect(headers['content-security-policy']).toMatch(/; report-uri (\S+); report-to csp$/);
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports?page=t"');
    expect(headers['strict-transport-security']).toMatch(/max-age=63072000/);
  });

  it('carries the other security headers', async () => {
    const { headers } = await gateway.call('/admin');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringMatching(
        /default-src 'none'; script-src 'self' 'nonce-[^']+';/,
      ),
    });
  });
});

describe('for search engines', () => {
  it('the site map lists exactly the pages that are readable without scripts, with public addresses', async () => {
    const security = await gateway.call('/.well-known/security.txt');
    expect(security.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(security.text).toContain('Contact: http://localhost:8080/support\n');
    expect(security.text).toContain('Canonical: http://localhost:8080/.well-known/security.txt\n');
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(security.text)?.[1] ?? '') - Date.now();
    expect(expires / 86_400_000).toBeGreaterThan(178);
    expect(expires / 86_400_000).toBeLessThanOrEqual(180);
    const robots = await gateway.call('/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.text).toContain('Sitemap: http://localhost:8080/sitemap.xml');
    const map = await gateway.call('/sitemap.xml', { headers: { host: 'evil.example' } });
    expect(map.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect([...map.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'http://localhost:8080/',
      'http://localhost:8080/integrations',
    ]);
  });
});

describe('early hints', () => {
  const navigate = async (url: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /r/acme HTTP/1.1\r\nHost: a\r\nSec-Fetch-Mode: navigate\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };

  it('list the files to load before the page is written, if the proxy forwards them', async () => {
    const other = await gateway.another({ EARLY_HINTS: true });
    await until(async () => (await other.call('/')).status === 200);
    const [hints = '', page = ''] = (await navigate(other.url)).split('\r\n\r\n');
    expect(hints).toMatch(/^HTTP\/1.1 103 Early Hints/);
    expect(hints).toContain(
      `</assets/mfe-storefront/1.0.0/${storefront.manifest.entry}>; rel=preload; as=script; crossorigin=anonymous; integrity="sha256-`,
    );
    expect(page).toMatch(/^HTTP\/1.1 200/);
    await other.close();
  });

  it('are off by default, because some proxies take them for the reply', async () => {
    expect(await navigate(gateway.url)).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('without the rest of the platform', () => {
  it('serves pages and files of the last known release while services, NATS and the database are unavailable', async () => {
    const lonely = {
      MONGODB_URI: 'mongodb://127.0.0.1:9/',
      NATS_URL: 'nats://127.0.0.1:9',
      COMMERCE_URL: ['http://127.0.0.1:9'],
      STATE_FOLDER: gateway.config.STATE_FOLDER,
    };
    const alone = await gateway.another(lonely);
    await until(async () => (await alone.call('/')).status === 200);
    expect(documentOf(await alone.call('/')).revision).toBe(documentOf(await gateway.call('/')).revision);
    expect((await alone.call(`/assets/mfe-admin/1.0.0/${admin.manifest.entry}`)).status).toBe(200);
    expect(await alone.service.readiness()).toEqual({
      ready: true,
      checks: { open: true, pages: true, database: false, nats: false },
    });
    expect((await alone.call('/readyz')).json()).toEqual({ status: 'ready' });
    // Must not be an internal error, although the database was never available.
    expect((await alone.call('/api/admin/releases/status', { headers: releaseBearer })).status).toBe(503);
    await alone.close();
  });

  it('prepares its registry once the database stops refusing it', async () => {
    const { config } = gateway;
    const prefix = `${config.DATABASE_PREFIX}late-`;
    const database = await mongoose
      .createConnection(config.MONGODB_URI, { dbName: `${prefix}gateway` })
      .asPromise();
    const analytics = database.collection('analytics');
    const violations = database.collection('violations');
    // One index has the name of ours and another one the fields.
    await violations.createIndex({ day: -1, app: 1 }, { name: 'day_-1' });
    const late = await gateway.another({ DATABASE_PREFIX: prefix });
    // The first attempt creates these before it fails. Dropping the collection makes the second attempt create them
    // again.
    const isBegun = async () => (await analytics.indexes().catch(() => [])).length > 2;
    await until(isBegun);
    await analytics.drop();
    await until(isBegun);
    expect((await late.call('/')).status).toBe(503);
    await violations.drop();
    await until(async () => (await late.call('/')).status === 200);
    await Promise.all([late.close(), database.close()]);
  });

  it('ignores a document on its disk with another signature', async () => {
    const forged = await gateway.another({
      MONGODB_URI: 'mongodb://127.0.0.1:9/',
      STATE_FOLDER: gateway.config.STATE_FOLDER,
      RELEASE_SIGNING_SEED: 'c'.repeat(64),
    });
    expect((await forged.call('/')).status).toBe(503);
    await forged.close();
  });
});
