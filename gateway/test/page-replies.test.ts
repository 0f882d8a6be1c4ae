import { accentTones } from '@leadping/contracts/commerce/accent-color';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { sellerRole } from '@leadping/contracts/commerce/seller-tax';
import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadping/test-kit/until';
import { aBuild, aShell } from './builds.ts';
import { startGateway, type StackUnderTest } from './gateway.ts';

const NOTICE =
  '{{#claim}}<i>{{claim}}</i>{{/claim}}{{#sellerFact}}<p>{{seller-fact}}: {{seller-value}}</p>{{/sellerFact}}' +
  '{{#sellerLink}}<a href="{{seller-href}}">{{seller-text}}</a>{{/sellerLink}}' +
  '{{#sellerMissing}}<b>{{seller-missing}}</b>{{/sellerMissing}}{{#guarantee}}<u>{{guarantee}}</u>{{/guarantee}}' +
  '{{#taxNote}}<s>{{tax-note}}</s>{{/taxNote}}{{#sellerOfRecord}}<em>{{seller-of-record}}</em>{{/sellerOfRecord}}<q>{{seller-role}}</q>';
const MODE = '{{#testMode}}<aside>No payment is real.</aside>{{/testMode}}<b>{{price}}</b>';
const storefront = aBuild({
  name: 'mfe-storefront',
  routes: [
    '/',
    '/r/:slug',
    '/r/:slug/help',
    '/notice',
    '/r/:slug/notice',
    '/mode',
    '/r/:slug/mode',
    '/plain',
    '/*',
  ],
  files: {
    'prerendered/index.html': '<!--/head--><b>Price unknown</b>',
    'prerendered/index.own.html': '<!--/head--><b>{{price}}</b><i>{{fee}}</i>',
    'prerendered/index.tenant.html': '<!--/head--><b>{{price}}</b> of {{tenant-name}}',
    'prerendered/r/_.html': '<!--/head--><a href="/r/{{slug}}/support">Price unknown</a>',
    'prerendered/r/_.own.html': '<!--/head--><b>{{price}}</b>',
    'prerendered/r/_.tenant.html':
      '<link rel="preload" as="image" href="{{logo}}"/><!--/head--><img class="logo" src="{{logo}}" alt=""/><b>{{price}}</b><a href="/r/{{slug}}">{{tenant-name}}</a>',
    'prerendered/r/_/help.html': '<!--/head-->Not known',
    'prerendered/r/_/help.tenant.html':
      '<title>{{tenant-name}}</title><!--/head--><ul>{{#contact}}<li><a href="{{contact-href}}">{{contact-text}}</a></li>{{/contact}}</ul>' +
      '{{#question}}<p id="own-{{index}}">{{question}}|{{answer}}</p>{{/question}}<i>{{price}}</i>' +
      '<ol>{{#contact}}<li>{{contact-text}}</li>{{/contact}}</ol>',
    'prerendered/notice.html': '<!--/head-->Not known',
    'prerendered/notice.own.html': `<!--/head-->${NOTICE}`,
    'prerendered/r/_/notice.html': '<!--/head-->Not known',
    'prerendered/r/_/notice.tenant.html': `<!--/head-->${NOTICE}`,
    'prerendered/mode.html': '<!--/head-->Not known',
    'prerendered/mode.own.html': `<!--/head-->${MODE}`,
    'prerendered/r/_/mode.html': '<!--/head-->Not known',
    'prerendered/r/_/mode.tenant.html': `<!--/head-->${MODE}`,
    'prerendered/plain.html': '<!--/head--><b>The same for all</b>',
    'prerendered/everything-else.html': '<!--/head--><b>Nothing here</b>',
  },
});
const acme = {
  resellerId: 'r1',
  slug: 'acme-1',
  subdomain: 'acme-1',
  businessName: 'A&B <script>"\'{{path}}',
  productPrice: '1149.00',
  currency: 'CHF',
  logoUrl: '/api/logos/acme.png' as string | null,
  salesPage: EMPTY_SALES_PAGE,
  tones: null as Tenant['tones'],
};

let gateway: StackUnderTest;
let dollars = 79;
let isTest = false;
let site: object | null = null;
beforeAll(async () => {
  gateway = await startGateway({ builds: [aShell(), storefront] });
  gateway.upstream.answer((request, reply) => {
    if (request.url === '/api/pricing')
      return { mainProduct: { dollars }, reseller: { dollars: 497 }, ...(isTest && { isTest }) };
    if (request.url === '/api/site' && site) return site;
    // As commerce does: the host first, without its port.
    const isAcme =
      /^acme-1\.localhost(:\d+)?$/.test(String(request.headers['x-forwarded-host'])) ||
      request.headers['x-current-path'] === '/r/acme-1';
    return isAcme ? acme : reply.status(404).send({ code: 'NOT_FOUND' });
  });
});
afterAll(() => gateway.close());

const pageAt = async (path: string, host?: string) => {
  const { status, text } = await gateway.call(path, host ? { headers: { host } } : {});
  const data = /id="page-data">(.*?)<\/script>/.exec(text)?.[1];
  return {
    status,
    root: /<div id="root">(.*?)<\/div>/s.exec(text)?.[1],
    head: /<head>(.*?)<\/head>/s.exec(text)?.[1] ?? '',
    look: /<html lang="en"(.*?)>/.exec(text)?.[1],
    data: data === undefined ? null : (JSON.parse(data) as [string[], unknown][]),
  };
};

/** Another gateway, which has nothing cached. It reads the release after its start. */
const anotherWithPages = async () => {
  const other = await gateway.another();
  await until(async () => (await other.call('/plain')).status === 200);
  return other;
};

describe('the prices of a page', () => {
  it('are in its HTML, together with the data for the live page', async () => {
    const { root, data } = await pageAt('/');
    expect(root).toBe('<b>$79</b><i>$497</i>');
    expect(data).toEqual([
      [['/api/pricing'], { mainProduct: { dollars: 79 }, reseller: { dollars: 497 } }],
      [['/api/tenant', '/'], null],
    ]);
  });

  it('are the reseller’s on the reseller’s path and host, with every text escaped', async () => {
    const written = '<b>CHF1,149 CHF</b>';
    const name = 'A&amp;B &lt;script&gt;&quot;&#39;{{path}}';
    expect((await pageAt('/r/acme-1')).root).toBe(
      `<img class="logo" src="/api/logos/acme.png" alt=""/>${written}<a href="/r/acme-1">${name}</a>`,
    );
    expect((await pageAt('/r/acme-1')).data?.[1]).toEqual([['/api/tenant', '/r/acme-1'], acme]);
    expect((await pageAt('/', 'acme-1.localhost:8080')).root).toBe(`${written} of ${name}`);
    expect((await pageAt('/r/nobody')).root).toBe('<b>$79</b>');
  });

  it('are the reseller’s under the reseller’s subdomain and under no other label [S9.13]', async () => {
    const host = 'acme-1.localhost:8080';
    const page = await pageAt('/', host);
    expect(page.status).toBe(200);
    expect(page.root).toContain('CHF1,149');
    expect(page.root).toContain('A&amp;B');
    expect(page.data).toContainEqual([['/api/tenant', '/'], acme]);
    expect(gateway.upstream.received.some(({ headers }) => headers['x-forwarded-host'] === host)).toBe(true);
    expect(await pageAt('/plain', host)).toMatchObject({ status: 200, root: '<b>The same for all</b>' });
    for (const other of ['someone-2.localhost:8080', 'acme-1.elsewhere.example'])
      expect((await pageAt('/', other)).root).not.toContain('A&amp;B');
  });

  it('are always the reseller’s own on the page of a reseller, whatever the host header', async () => {
    for (const host of ['acme-1.localhost:9', 'acme-1.localhost', 'ACME-1.localhost:9'])
      expect((await pageAt('/r/victim-2', host)).root).not.toContain('A&amp;B');
    const page = await pageAt('/r/victim-2');
    expect(page.root).not.toContain('A&amp;B');
    expect(page.data).toContainEqual([['/api/tenant', '/r/victim-2'], null]);
  });

  it('come with the notice of test mode while the page’s own seller is in it', async () => {
    const notice = '<aside>No payment is real.</aside>';
    const [own, acmes] = ['<b>$79</b>', '<b>CHF1,149 CHF</b>'];
    expect((await pageAt('/mode')).root).toBe(own);
    expect((await pageAt('/r/acme-1/mode')).root).toBe(acmes);
    const rootsOfAnother = async () => {
      const other = await anotherWithPages();
      const pages = await Promise.all(['/mode', '/r/acme-1/mode'].map((path) => other.call(path)));
      return pages.map(({ text }) => /<div id="root">(.*?)<\/div>/s.exec(text)?.[1]);
    };
    isTest = true;
    // The reseller sells with live keys.
    expect(await rootsOfAnother()).toEqual([notice + own, acmes]);
    isTest = false;
    Object.assign(acme, { isTest: true });
    expect(await rootsOfAnother()).toEqual([own, notice + acmes]);
    Object.assign(acme, { isTest: undefined });
  });

  it('come with the reseller’s questions and contacts, each once and escaped', async () => {
    const salesPage = {
      accentColor: '#0a7d55',
      questions: [
        { question: '<b>Why?</b>', answer: '{{price}} & "more"' },
        { question: '{{#contact}}', answer: '{{/contact}}' },
      ],
      contactEmail: 'a&b@acme.example',
      contactUrl: 'https://acme.example/help',
    };
    expect((await pageAt('/r/acme-1/help')).root).toBe('<ul></ul><i>CHF1,149 CHF</i><ol></ol>');
    Object.assign(acme, { salesPage, tones: accentTones('#0a7d55') });
    await until(async () => (await pageAt('/r/acme-1/help')).root?.includes('own-0') ?? false);
    const { root, look } = await pageAt('/r/acme-1/help');
    const mail = 'a&amp;b@acme.example';
    expect(root).toBe(
      `<ul><li><a href="mailto:a%26b@acme.example">${mail}</a></li><li><a href="https://acme.example/help">acme.example/help</a></li></ul>` +
        '<p id="own-0">&lt;b&gt;Why?&lt;/b&gt;|{{price}} &amp; &quot;more&quot;</p><p id="own-1">{{#contact}}|{{/contact}}</p>' +
        `<i>CHF1,149 CHF</i><ol><li>${mail}</li><li>acme.example/help</li></ol>`,
    );
    expect(look).toMatch(/^ data-look="own" style="--lp-light-signal:#[0-9a-f]{6};/);
    expect(look).toContain(`--lp-dark-call:${accentTones('#0a7d55').dark.call}`);
    expect((await pageAt('/r/nobody')).look).toBe('');
    expect((await pageAt('/plain')).look).toBe('');
  });

  it('come with the seller and the claims, each text escaped and each link to a contact only', async () => {
    const seller = {
      ...EMPTY_SELLER_DETAILS,
      legalName: '<script>alert(1)</script>',
      address: 'Main Street 1\n{{price}}',
      email: 'a"onclick="b@acme.example',
      phone: 'javascript:alert(1)',
    };
    const claims = { users: '<b>3</b>', rating: '', testimonials: [] };
    expect((await pageAt('/notice')).root).toBe(`<i>2,847+</i><i>4.9/5</i><q>${sellerRole(undefined)}</q>`);
    site = { seller, claims };
    const other = await anotherWithPages();
    const rootOf = async (path: string) =>
      /<div id="root">(.*?)<\/div>/s.exec((await other.call(path)).text)?.[1];
    await until(async () => (await rootOf('/notice')) !== undefined);
    const notice =
      '<p>Legal name: &lt;script&gt;alert(1)&lt;/script&gt;</p><p>Address: Main Street 1\n{{price}}</p>' +
      '<a href="mailto:a%22onclick%3D%22b@acme.example">a&quot;onclick=&quot;b@acme.example</a>' +
      '<a href="tel:1">javascript:alert(1)</a><b>Not provided yet: country.</b>' +
      `<q>${sellerRole(undefined)}</q>`;
    expect(await rootOf('/notice')).toBe(`<i>&lt;b&gt;3&lt;/b&gt;</i>${notice}`);
    Object.assign(acme, {
      sellerDetails: { ...seller, country: 'Chile' },
      promises: { guaranteeDays: 14, supportReplyHours: 24 },
    });
    await until(async () => (await rootOf('/r/acme-1/notice'))?.includes('14-day') ?? false);
    expect(await rootOf('/r/acme-1/notice')).toContain('<p>Country: Chile</p>');
    expect(await rootOf('/r/acme-1/notice')).not.toContain('Not provided');
    expect((await other.call('/notice')).text).toMatch(/\["\/api\/site"\]/);
  });

  it('say whether tax is added, and name the seller of record', async () => {
    const rootOf = async () => (await pageAt('/r/acme-1/notice')).root ?? '';
    expect(await rootOf()).not.toContain('<s>');
    Object.assign(acme, { taxMode: 'inclusive' });
    await until(async () => (await rootOf()).includes('<s>including tax</s>'));
    expect(await rootOf()).not.toContain('<em>');
    expect(await rootOf()).toContain('<q>The contract about a license is between you and the seller');
    Object.assign(acme, { taxMode: 'managed' });
    await until(async () => (await rootOf()).includes('<s>plus tax</s>'));
    expect(await rootOf()).toContain('<q>The seller named here offers the license');
    expect(await rootOf()).toContain('<em>Orders are sold through Link, a company of Stripe');
    Object.assign(acme, { taxMode: 'none' });
    await until(async () => !(await rootOf()).includes('<s>'));
  });

  it('come without a picture if the reseller has none', async () => {
    acme.logoUrl = null;
    await until(async () => !(await pageAt('/r/acme-1')).root?.includes('<img'));
    expect((await pageAt('/r/acme-1')).head).not.toContain('as="image"');
  });

  it('follow a change at every gateway', async () => {
    const both = [gateway, await gateway.another()];
    const everywhere = (price: string) =>
      until(async () => {
        const pages = await Promise.all(both.map((at) => at.call('/')));
        return pages.every(({ text }) => text.includes(`<b>${price}</b>`));
      });
    await everywhere('$79');
    dollars = 89;
    await everywhere('$89');
  });

  it('follow a change and are requested at most once a second', async () => {
    await pageAt('/');
    dollars = 99;
    const before = gateway.upstream.received.length;
    const since = performance.now();
    await until(async () => (await pageAt('/')).root === '<b>$99</b><i>$497</i>');
    const seconds = Math.ceil((performance.now() - since) / 1000);
    expect(gateway.upstream.received.length - before).toBeLessThanOrEqual(seconds + 1);
  });

  it('are sent from the cache without a wait while commerce does not reply', async () => {
    const { root } = await pageAt('/');
    const { upstream } = gateway;
    upstream.answer((_request, reply) => reply.status(503).send({}));
    upstream.received.length = 0;
    await until(async () => {
      await pageAt('/');
      return upstream.received.length > 0;
    });
    const silent = new Set<unknown>();
    upstream.answer(({ raw }) => {
      silent.add(raw);
      raw.socket.once('close', () => silent.delete(raw));
      return new Promise(() => {});
    });
    // A page that waits for commerce would only come after the timeout.
    await until(async () => {
      expect((await pageAt('/')).root).toBe(root);
      return silent.size > 0;
    });
  });

  it('do not delay a page while every connection to commerce is in use', async () => {
    const other = await anotherWithPages();
    const letGo: (() => void)[] = [];
    gateway.upstream.answer(
      (_request, reply) => new Promise((resolve) => letGo.push(() => resolve(reply.send({})))),
    );
    const calls = Array.from({ length: 64 }, () => other.call('/api/tenant'));
    await until(() => letGo.length === calls.length);
    const first = await Promise.race([
      other.call('/').then(({ text }) => text),
      Promise.race(calls).then(() => 'a call that hangs'),
    ]);
    expect(first).toContain('Price unknown');
    letGo.forEach((go) => go());
    await Promise.all(calls);
  });

  it('stay cached while commerce is unavailable, and an uncached page is sent as it was rendered', async () => {
    await pageAt('/');
    gateway.upstream.answer((_request, reply) => reply.status(503).send({}));
    await until(async () => gateway.upstream.received.length > 0);
    expect((await pageAt('/')).root).toBe('<b>$99</b><i>$497</i>');
    const unknown = await pageAt('/r/other-2');
    expect(unknown).toMatchObject({ root: '<a href="/r/other-2/support">Price unknown</a>', data: null });
    // The host may belong to a reseller, so nothing of another shop may be sent.
    expect((await pageAt('/', 'other-2.localhost:8080')).root).toBe('');
  });
});

describe('a page for all unclaimed paths', () => {
  it('is sent with its text and the status 404', async () => {
    expect(await pageAt('/nothing/here')).toMatchObject({ status: 404, root: '<b>Nothing here</b>' });
    expect(await pageAt('/plain')).toMatchObject({ status: 200, root: '<b>The same for all</b>' });
  });
});
