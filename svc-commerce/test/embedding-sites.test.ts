import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { personOf } from '@leadping/service-kit/privacy/person';
import { until } from '@leadping/test-kit/until';
import Stripe from 'stripe';
import type { CommerceContext } from '../src/context.ts';
import { personalStores } from '../src/privacy/personal-stores.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';
const PRODUCT = '/api/create-reseller-product-checkout';
const SITES = '/api/resellers/embedding-sites';
const BLOG = 'https://blog.example';

describe('the embedding sites of a reseller', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const signIn = async (embeddingSites: string[] = [], fields = {}) => {
    const keys = randomKeys();
    const { _id, slugs } = await shop.addReseller({ embeddingSites, ...fields }, keys);
    const as = (path: string, options?: Parameters<Shop['asAdmin']>[1]) =>
      shop.as({ role: 'reseller', resellerId: _id }, path, options);
    return {
      id: _id,
      slug: slugs[0],
      secretKey: keys.secretKey,
      put: (json: unknown, path = SITES) => as(path, { method: 'PUT', json }),
      sites: async () =>
        ((await as('/api/resellers/me')).body as { embeddingSites?: string[] }).embeddingSites,
    };
  };
  type SignedIn = Awaited<ReturnType<typeof signIn>>;

  /** Where the payment page leads whoever gives up; null for the platform's own. */
  const wayBack = async (seller: SignedIn | null, cancelUrl: string, parent = new URL(cancelUrl).origin) => {
    const id = await shop.checkOut(
      seller ? PRODUCT : MAIN,
      { cancelUrl, ...(seller && { resellerId: seller.id }) },
      { 'x-parent-origin': parent },
    );
    const stripe = new Stripe(seller?.secretKey ?? shop.platformKey, {
      host: '127.0.0.1',
      port: shop.sandbox.port,
      protocol: 'http',
    });
    return (await stripe.checkout.sessions.retrieve(id)).cancel_url ?? '';
  };
  const overOurs = expect.stringMatching(/^http:\/\/localhost:8080\/checkout-return\?id=[\w-]{22}$/);

  it('allow the payment page to return to them directly once they are listed [R-november.10]', async () => {
    const seller = await signIn();
    const page = `${BLOG}/offers/one?from=mail`;
    expect(await wayBack(seller, page)).toEqual(overOurs);
    const saved = await seller.put({ embeddingSites: [BLOG, 'https://shop.example:8443'] });
    expect(saved).toMatchObject({ status: 200 });
    expect(await wayBack(seller, page)).toBe(page);
    expect(await wayBack(seller, 'https://shop.example:8443/a')).toBe('https://shop.example:8443/a');
    expect((await seller.put({ embeddingSites: [] })).status).toBe(200);
    expect(await wayBack(seller, page)).toEqual(overOurs);
  });

  it.each([
    ['another site', 'https://evil.example/'],
    ['a subdomain', 'https://a.blog.example/'],
    ['the domain above', 'https://example/'],
    ['one that begins like it', 'https://blog.example.evil.example/'],
    ['another port', 'https://blog.example:8443/'],
  ])('do not allow a return to %s', async (_what, cancelUrl) => {
    expect(await wayBack(await signIn([BLOG]), cancelUrl)).toEqual(overOurs);
  });

  it('allow neither http nor a page on another site than the parent', async () => {
    const seller = await signIn([BLOG]);
    for (const [cancelUrl, parent] of [
      ['http://blog.example/', 'http://blog.example'],
      ['http://blog.example/', BLOG],
      [`${BLOG}/`, 'https://other.example'],
      ['https://other.example/', BLOG],
    ] as const) {
      await expect(wayBack(seller, cancelUrl, parent)).rejects.toThrow('REDIRECT_REFUSED');
    }
    const unnamed = await shop.call(PRODUCT, {
      json: { resellerId: seller.id, successUrl: 'http://localhost:8080/success', cancelUrl: `${BLOG}/` },
    });
    expect(unnamed).toMatchObject({ status: 400, body: { code: 'REDIRECT_REFUSED' } });
  });

  it('apply only to checkouts of that reseller, not to those of another reseller or the platform', async () => {
    const [seller, other] = [await signIn([BLOG]), await signIn(['https://other.example'])];
    expect(await wayBack(seller, `${BLOG}/`)).toBe(`${BLOG}/`);
    expect(await wayBack(other, `${BLOG}/`)).toEqual(overOurs);
    expect(await wayBack(null, `${BLOG}/`)).toEqual(overOurs);
  });

  it('are stored as origins without duplicates', async () => {
    const { put, sites } = await signIn();
    const typed = [
      '  https://WWW.Acme.example/blog/offer?ref=1#buy ',
      'https://www.acme.example',
      'https://www.acme.example:443/',
      'https://bücher.example',
      'https://shop.acme.example:8443',
    ];
    expect((await put({ embeddingSites: typed })).status).toBe(200);
    expect(await sites()).toEqual([
      'https://www.acme.example',
      'https://xn--bcher-kva.example',
      'https://shop.acme.example:8443',
    ]);
  });

  it.each([
    ['http', ['http://blog.example']],
    ['no scheme', ['blog.example']],
    ['a script', ['javascript:alert(1)']],
    ['a name and a password', ['https://user:pass@blog.example']],
    ['a wildcard', ['https://*.blog.example']],
    ['no domain', ['https://localhost']],
    ['an IP address', ['https://192.0.2.1']],
    ['an IP address as a number', ['https://3221225985']],
    ['an IPv6 address', ['https://[2001:db8::1]']],
    ['words', [BLOG, 'my blog']],
    ['a name that ends in a dot', ['https://blog.example.']],
    ['an operator', [{ $ne: null }]],
  ])('are refused with %s, and the stored list is kept', async (_what, embeddingSites) => {
    const { put, sites } = await signIn([BLOG]);
    const reply = await put({ embeddingSites });
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(await sites()).toEqual([BLOG]);
  });

  it('are limited to ten, and a refusal explains what to enter', async () => {
    const { put, sites } = await signIn();
    const many = Array.from({ length: 11 }, (_, nth) => `https://site-${nth}.example`);
    const tooMany = await put({ embeddingSites: many });
    expect(tooMany).toMatchObject({ status: 400, body: { fields: [{ message: 'At most 10 sites.' }] } });
    expect((await put({ embeddingSites: [...many.slice(0, 10), many[0]] })).status).toBe(200);
    expect(await sites()).toEqual(many.slice(0, 10));
    expect(await put({ embeddingSites: ['blog'] })).toMatchObject({
      body: { fields: [{ path: 'embeddingSites.0', message: expect.stringContaining('https://www.') }] },
    });
    for (const json of [{}, { embeddingSites: BLOG }, { embeddingSites: null }]) {
      expect((await put(json)).status).toBe(400);
    }
  });

  it('are kept if an older page saves other fields without them', async () => {
    const { put, sites } = await signIn([BLOG]);
    expect(
      (await put({ ...EMPTY_SALES_PAGE, accentColor: '#0a7d55' }, '/api/resellers/sales-page')).status,
    ).toBe(200);
    expect((await put({ businessName: 'Renamed' }, '/api/resellers/business-name')).status).toBe(200);
    expect(await sites()).toEqual([BLOG]);
  });

  it('are an empty list for a reseller who was stored before the list existed', async () => {
    const seller = await signIn([BLOG]);
    await shop.database
      .collection('resellers')
      .updateOne({ _id: seller.id as never }, { $unset: { embeddingSites: 1 } });
    expect(await seller.sites()).toEqual([]);
    expect(await wayBack(seller, `${BLOG}/`)).toEqual(overOurs);
  });

  it('create an audit entry with both lists when they change', async () => {
    const { put } = await signIn([BLOG]);
    const entries = await shop.fakeService.collect(auditRecorded('commerce'));
    await put({ embeddingSites: ['https://shop.example'] });
    await until(() => entries.length === 1);
    expect(entries[0]?.changes).toEqual([
      { field: 'embeddingSites', before: `["${BLOG}"]`, after: '["https://shop.example"]' },
    ]);
  });

  it('are not in the public tenant reply', async () => {
    const { slug, id } = await signIn([BLOG]);
    const tenant = await shop.call('/api/tenant', { headers: { 'x-current-path': `/r/${slug}` } });
    expect(tenant).toMatchObject({ status: 200, body: { resellerId: id } });
    expect(JSON.stringify(tenant.body)).not.toContain('blog.example');
  });

  it('are erased with the person whose business is closed', async () => {
    const email = 'closed@example.com';
    const { id } = await signIn([BLOG], { email, deletedAt: new Date() });
    const resellers = resellerModel(shop.database);
    const stores = personalStores({ resellers } as unknown as CommerceContext);
    await stores.find(({ collection }) => collection === 'resellers')?.erase(personOf(email));
    expect(await resellers.findById(id).orFail().lean()).toMatchObject({ email: null, embeddingSites: [] });
  });
});
