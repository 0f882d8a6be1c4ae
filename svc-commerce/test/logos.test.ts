import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBucket } from '@leadping/test-kit/bucket';
import { GIF, JPEG, PNG, svg, WEBP } from '@leadping/test-kit/images';
import { JSDOM } from 'jsdom';
import { readdir } from 'node:fs/promises';
import { actorHeaders, testActor } from '@leadping/test-kit/people';
import { sanitizeSvg } from '../src/logos/sanitize-svg.ts';
import { UnsafeSvg } from '../src/logos/unsafe-svg.ts';
import { testConfig } from '@leadping/test-kit/environment';
import { CommerceConfig } from '../src/config.ts';
import { openShop, type Shop } from './shop.ts';

describe('logos', () => {
  let shop: Shop;
  let resellerId: string;
  beforeAll(async () => {
    shop = await openShop();
    resellerId = (await shop.addReseller())._id;
  });
  afterAll(() => shop.close());

  const upload = async (bytes: Buffer | string, name = 'logo.png', field = 'logo', type = 'image/png') => {
    const form = new FormData();
    form.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name);
    const headers = await actorHeaders(testActor({ role: 'reseller', resellerId }), 'svc-commerce');
    const reply = await fetch(`${shop.url}/api/resellers/upload-logo`, {
      method: 'POST',
      body: form,
      headers,
    });
    return {
      status: reply.status,
      body: (await reply.json()) as { logoUrl: string; code?: string; message?: string },
    };
  };
  const me = async () =>
    (await shop.as({ role: 'reseller', resellerId }, '/api/resellers/me')).body as { logoUrl: string | null };

  it.each([
    ['JPEG', JPEG, 'image/jpeg', 'jpg'],
    ['PNG', PNG, 'image/png', 'png'],
    ['GIF', GIF, 'image/gif', 'gif'],
    ['WebP', WEBP, 'image/webp', 'webp'],
    ['SVG', Buffer.from(svg('<path d="M0 0h9"/>')), 'image/svg+xml', 'svg'],
  ])(
    '%s is recognized by its bytes and served with its content type and a sandbox policy [S7.44] [S5.26]',
    async (_name, bytes, type, extension) => {
      const { status, body } = await upload(bytes, 'whatever.txt', 'logo', 'text/html');
      expect(status).toBe(200);
      expect(body.logoUrl).toMatch(new RegExp(`^/api/logos/[\\w-]{22}\\.${extension}$`));
      expect((await me()).logoUrl).toBe(body.logoUrl);
      const image = await fetch(shop.url + body.logoUrl);
      expect(Object.fromEntries(image.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
      });
      if (extension !== 'svg') expect(Buffer.from(await image.arrayBuffer())).toEqual(bytes);
    },
  );

  it('a new logo replaces the old one, and a removed logo leaves no file [S7.45]', async () => {
    const first = (await upload(PNG)).body.logoUrl;
    const second = (await upload(GIF)).body.logoUrl;
    expect((await fetch(shop.url + first)).status).toBe(404);
    const removed = await shop.as({ role: 'reseller', resellerId }, '/api/resellers/logo', {
      method: 'PUT',
      json: { logoUrl: '' },
    });
    expect(removed.body).toEqual({ logoUrl: null });
    expect((await me()).logoUrl).toBeNull();
    expect((await fetch(shop.url + second)).status).toBe(404);
    expect(await readdir(shop.config.LOGOS_FOLDER)).toEqual([]);
  });

  it('a logo for a reseller who was deleted is refused and leaves no file and no audit entry', async () => {
    const { _id } = await shop.addReseller({ deletedAt: new Date() });
    const files = await readdir(shop.config.LOGOS_FOLDER);
    const reply = await shop.as({ role: 'reseller', resellerId: _id }, '/api/resellers/logo', {
      method: 'PUT',
      json: { logoUrl: '' },
    });
    expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await readdir(shop.config.LOGOS_FOLDER)).toEqual(files);
    const entries = shop.database.collection('audit_entries');
    expect(await entries.countDocuments({ 'record.actor.resellerId': _id })).toBe(0);
  });

  it('another address cannot be set as the logo', async () => {
    const reply = await shop.as({ role: 'reseller', resellerId }, '/api/resellers/logo', {
      method: 'PUT',
      json: { logoUrl: 'https://evil.example/x.svg' },
    });
    expect(reply.status).toBe(400);
  });

  it('a file above 5 MB is refused, regardless of the check in the page [S9.01]', async () => {
    const five = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024 - PNG.length)]);
    expect((await upload(five)).status).toBe(200);
    const reply = await upload(Buffer.concat([five, Buffer.alloc(1)]));
    expect(reply).toMatchObject({ status: 413, body: { message: 'File size must be less than 5MB' } });
  });

  const bomb = Buffer.from(PNG);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a script', 'alert(1)'],
    ['a program', Buffer.from('MZ\u0000\u0000')],
    ['nothing', ''],
    ['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0])],
    ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['half a PNG', PNG.subarray(0, 12)],
    ['a decompression bomb', bomb],
    ['SVG text before an end', Buffer.from(`<svg ${'width="1" '.repeat(300_000)}`)],
    ['an SVG that is no XML', '<svg><path></svg>'],
    ['an SVG that is no UTF-8', Buffer.concat([Buffer.from(svg('')), Buffer.from([0xf5, 0xff])])],
    ['a page that contains an SVG', `<html xmlns="http://www.w3.org/1999/xhtml">${svg('')}</html>`],
  ])('refuses %s and keeps the previous logo [S5.26]', async (_name, bytes) => {
    const before = (await me()).logoUrl;
    const reply = await upload(bytes);
    expect(reply).toMatchObject({ status: 400, body: { code: 'LOGO_REFUSED' } });
    expect((await me()).logoUrl).toBe(before);
  });

  it.each([
    ['nested unknown elements', svg('<x>'.repeat(40_000) + '</x>'.repeat(40_000))],
    ['nested prefixes', svg(`${'<g xmlns:a="b">'.repeat(20_000)}${'</g>'.repeat(20_000)}`)],
    [
      'attributes without end',
      svg(`<g ${Array.from({ length: 200_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    ],
    // Each of the beginnings is tried to the end of the file by an expression that looks for the size.
    ['many beginnings', `${'<svg '.repeat(150)}"<svg >${'a'.repeat(4_800_000)}"`],
    ['quotes that grow sixfold', svg(`<path d='${'"'.repeat(2_900_000)}'/>`)],
  ])('an SVG with %s is refused, and other requests get replies in the meantime', async (_name, source) => {
    const answered = upload(source);
    let slowest = 0;
    let isDone = false;
    void answered.finally(() => (isDone = true));
    while (!isDone) {
      const start = performance.now();
      await fetch(`${shop.url}/healthz`).then((reply) => reply.text());
      slowest = Math.max(slowest, performance.now() - start);
    }
    expect((await answered).status).toBe(400);
    // In the process itself, and without the limits of depth and attributes, it takes three seconds or more.
    expect(slowest).toBeLessThan(2000);
  });

  it('refuses other fields and content types, and uses no file name that leads outside the folder', async () => {
    expect((await upload(PNG, 'x.png', 'file')).status).toBe(400);
    const json = await shop.as({ role: 'reseller', resellerId }, '/api/resellers/upload-logo', { json: {} });
    expect(json.status).toBe(415);
    expect((await upload(PNG, '../../../etc/passwd')).body.logoUrl).toMatch(/^\/api\/logos\/[\w-]{22}\.png$/);
    for (const name of ['..%2f..%2fetc%2fpasswd', 'x.png', '%00', 'a'.repeat(22)]) {
      expect((await fetch(`${shop.url}/api/logos/${name}`)).status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('hostile SVGs', () => {
  const hostile: [string, string][] = [
    ['script', svg('<script>alert(1)</script>')],
    ['script with a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
    ['an XHTML script', svg('<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>')],
    ['CDATA script', svg('<script><![CDATA[alert(1)]]></script>')],
    ['onload', svg('', 'onload="alert(1)"')],
    ['an event on a shape', svg('<rect onclick="alert(1)" onmouseover="alert(1)"/>')],
    ['a link', svg('<a xlink:href="javascript:alert(1)"><rect/></a>')],
    ['animation into a link', svg('<a><animate attributeName="href" values="javascript:alert(1)"/></a>')],
    ['set', svg('<set attributeName="onload" to="alert(1)"/>')],
    ['foreignObject', svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example"/></body></foreignObject>')],
    ['an outside image', svg('<image href="https://evil.example/x.png"/>')],
    ['an inner image', svg('<image xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>')],
    ['use of another file', svg('<use href="https://evil.example/x.svg#a"/>')],
    ['use of data', svg('<use xlink:href="data:image/svg+xml,&lt;svg/&gt;#x"/>')],
    ['an import', svg('<style>@import url(https://evil.example/x.css);</style>')],
    ['a style that loads', svg('<style>rect{background:url("https://evil.example")}</style>')],
    ['an escaped style', svg('<style>rect{background:\\75\\72\\6c(https://evil.example)}</style>')],
    ['a style attribute', svg('<rect style="fill:url(https://evil.example#a)"/>')],
    ['a fill that loads', svg('<rect fill="url(https://evil.example#a)"/>')],
    ['an image-set', svg('<style>rect{background:image-set("https://evil.example" 1x)}</style>')],
    ['an image-set in an attribute', svg('<rect fill="image-set(&quot;https://evil.example&quot; 1x)" mask="-webkit-image-set(&#34;https://evil.example&#34; 1x)"/>')],
    ['an image-set in a style attribute', svg('<rect style="mask:image-set(&quot;https://evil.example&quot; 1x)"/>')],
    ['a style in pieces', svg('<style>rect{background:u<![CDATA[rl(https://evil.example)]]>}</style>')],
    ['a style in pieces with a comment', svg('<style>rect{background:ur<!-- -->l(https://evil.example)}</style>')],
    ['other functions that load', svg('<style>rect{background:cross-fade(src("https://evil.example"),red)}</style>')],
    ['a filter image', svg('<filter id="f"><feImage href="https://evil.example"/></filter>')],
    ['a font face', svg('<style>@font-face{font-family:x;src:local(x)}</style>')],
    ['a stylesheet instruction', `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`],
    ['an outside document type', `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">${svg('')}`],
    ['a base', svg('<rect xml:base="https://evil.example/"/>')],
  ]; // prettier-ignore

  it.each(hostile)('%s: no part of the SVG runs or loads anything', (_name, source) => {
    const clean = sanitizeSvg(source);
    expect(clean).not.toMatch(/evil\.example|alert|javascript|script|foreign|<image|data:|@import|\bon\w+=/i);
    const { document } = new JSDOM(clean, { contentType: 'image/svg+xml' }).window;
    expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
    for (const element of document.querySelectorAll('*')) {
      expect(element.localName).toMatch(/^(svg|rect|style|filter|use|a|image)$/);
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|base/i);
    }
  });

  it.each([
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "alert(1)">]>${svg('<text>&x;</text>')}`],
    ['an entity bomb', `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`],
    ['nesting without end', svg('<g>'.repeat(5000) + '</g>'.repeat(5000))],
    ['nesting of what vanishes', svg('<x>'.repeat(5000) + '</x>'.repeat(5000))],
    ['shapes without end', svg('<path/>'.repeat(60_000))],
    ['something after its end', `${svg('')}<script/>`],
  ])('%s is refused', (_name, source) => {
    expect(() => sanitizeSvg(source)).toThrow(UnsafeSvg);
  });

  it('an SVG that would grow above the limit is refused', () => {
    const source = svg(`<path d='${'"'.repeat(1000)}'/>`);
    expect(sanitizeSvg(source).length).toBeGreaterThan(6000);
    expect(() => sanitizeSvg(source, 3000)).toThrow('too long');
  });

  it('nested repetition is cut, so that a few lines do not take forever to draw', () => {
    const level = (name: string, of: string) => `<g id="${name}">${`<use href="#${of}"/>`.repeat(10)}</g>`;
    const clean = sanitizeSvg(svg(`<rect id="a"/>${level('b', 'a')}${level('c', 'b')}<use href="#c"/>`));
    expect(clean.match(/<use/g)).toHaveLength(1);
  });

  it('an ordinary logo keeps its appearance', () => {
    const source = svg(
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#f60"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>' +
        '<style>.a{fill:#123}</style><g class="a" clip-path="url(#c)"><path fill="url(#g)" d="M0 0h9v9z" style="stroke:#000"/><text x="1">A &amp; B</text></g><use xlink:href="#g"/>',
      'width="90"',
    );
    const clean = sanitizeSvg(source);
    for (const part of [
      'stop-color="#f60"',
      '<style>.a{fill:#123}</style>',
      'clip-path="url(#c)"',
      'fill="url(#g)"',
      'style="stroke:#000"',
      'A &amp; B',
      '<use href="#g">',
      'viewBox="0 0 9 9"',
    ]) {
      expect(clean).toContain(part);
    }
    expect(sanitizeSvg(clean)).toBe(clean);
  });
});

describe('logos in a bucket', () => {
  const KEYS = { id: 'AKIDLOGOS', secret: 'a-secret-of-the-test', name: 'leadping-logos' };

  it('are stored in the bucket, served from there after a restart, and removed when they are replaced', async () => {
    const bucket = await startBucket(KEYS);
    const shop = await openShop({
      LOGOS_BUCKET: KEYS.name,
      S3_ENDPOINT: bucket.endpoint,
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: KEYS.id,
      S3_SECRET_ACCESS_KEY: KEYS.secret,
    });
    const { _id: resellerId } = await shop.addReseller();
    const headers = await actorHeaders(testActor({ role: 'reseller', resellerId }), 'svc-commerce');
    const upload = async (bytes: Buffer) => {
      const body = new FormData();
      body.set('logo', new Blob([new Uint8Array(bytes)]), 'logo');
      const reply = await fetch(`${shop.url}/api/resellers/upload-logo`, { method: 'POST', body, headers });
      return { status: reply.status, body: (await reply.json()) as { logoUrl: string } };
    };
    const first = (await upload(PNG)).body.logoUrl;
    expect([...bucket.objects.values()]).toEqual([PNG]);
    await shop.restart();
    const image = await fetch(shop.url + first);
    expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(image.headers.get('content-disposition')).toMatch(/^inline; filename="[\w-]{22}\.(?:png|svg)"$/);
    expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG);
    const second = (await upload(GIF)).body.logoUrl;
    expect([...bucket.objects.keys()]).toEqual([second.replace('/api/logos/', '')]);
    expect((await fetch(shop.url + first)).status).toBe(404);
    // Without the bucket nothing changes: the page keeps the logo that it has.
    bucket.failNext(100);
    expect((await upload(PNG)).status).toBe(500);
    bucket.failNext(0);
    const me = (await shop.as({ role: 'reseller', resellerId }, '/api/resellers/me')).body;
    expect(me).toMatchObject({ logoUrl: second });
    await shop.close();
    await bucket.close();
  });

  it('require the other settings of the bucket', () => {
    expect(() => testConfig(CommerceConfig, { LOGOS_BUCKET: KEYS.name })).toThrow(
      /S3_ENDPOINT: belongs to LOGOS_BUCKET/,
    );
  });
});
