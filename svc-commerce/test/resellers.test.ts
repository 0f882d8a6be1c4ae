import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { CURRENCIES, toDecimal } from '@leadping/contracts/currency';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { until } from '@leadping/test-kit/until';
import { accentTones } from '@leadping/contracts/commerce/accent-color';
import { EMPTY_SALES_PAGE, type SalesPage } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { DEFAULT_PROMISES } from '@leadping/contracts/commerce/seller-promises';
import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { makeSlug, slugStem } from '../src/resellers/slug.ts';
import { openSecret } from '../src/secrets/sealed-fields.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

type Bag = Record<string, unknown>;

describe('a reseller and their business', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const signIn = async (fields = {}, keys?: ReturnType<typeof randomKeys>) => {
    const reseller = await shop.addReseller(fields, keys);
    const as = (path: string, options?: Parameters<Shop['asAdmin']>[1]) =>
      shop.as({ role: 'reseller', resellerId: reseller._id }, `/api/resellers${path}`, options);
    return {
      reseller,
      me: async () => (await as('/me')).body as Bag,
      post: (path: string, json: unknown) => as(path, { json }),
      put: (path: string, json: unknown) => as(path, { method: 'PUT', json }),
      get: (path: string) => as(path),
    };
  };

  it('reads every field of the reseller, with the defaults [S7.50] [S2.82] [S3.19] [S3.20] [S3.21]', async () => {
    const { reseller, me } = await signIn();
    expect(await me()).toEqual({
      id: reseller._id,
      businessName: 'Acme Tools',
      contactPerson: '',
      phone: '',
      slug: reseller.slugs[0],
      subdomain: reseller.slugs[0],
      productPrice: '79.00',
      currency: 'USD',
      logoUrl: null,
      salesPage: EMPTY_SALES_PAGE,
      embeddingSites: [],
      sellerDetails: EMPTY_SELLER_DETAILS,
      promises: DEFAULT_PROMISES,
      saleNotices: true,
      tax: NO_TAX,
      isActive: true,
      stripeLiveSecretKey: '',
      stripeLivePublishableKey: '',
      stripeWebhookSecret: '',
      orderWebhookUrl: '',
      orderWebhookEvents: ['order.completed'],
      orderWebhookDisabledReason: null,
    });
  });

  it('saves the business, ignores a posted slug and keeps fields that are not sent [S7.39] [R-late.9]', async () => {
    const { me, post } = await signIn();
    const business = { contactPerson: 'Jane', phone: '+1 555', productPrice: '97', slug: 'mine' };
    const { status, body } = await post('/business-config', { businessName: 'Bolts & Nuts', ...business });
    expect(status).toBe(200);
    const slug = expect.stringMatching(/^bolts-nuts-[a-z0-9]{6}$/);
    expect(body).toMatchObject({ businessName: 'Bolts & Nuts', slug, productPrice: '97.00' });
    await post('/business-config', { currency: 'EUR', productPrice: 120.5 });
    expect(await me()).toMatchObject({
      businessName: 'Bolts & Nuts',
      contactPerson: 'Jane',
      phone: '+1 555',
      productPrice: '120.50',
      currency: 'EUR',
      slug: (body as Bag).slug,
    });
  });

  it('saves the business name "Acme Business", with which the wizard opens [R-accounts.5]', async () => {
    const { me, post } = await signIn({ businessName: 'Zebra Leads' });
    expect(await post('/business-config', { businessName: 'Acme Business' })).toMatchObject({ status: 200 });
    expect(await me()).toMatchObject({ businessName: 'Acme Business' });
  });

  it('a new price leaves an audit entry with its currency, whether the reseller or an admin changes it', async () => {
    const { reseller, post } = await signIn({ currency: 'JPY' });
    const entries = await shop.fakeService.collect(auditRecorded('commerce'));
    const changesOf = async (count: number) => {
      await until(() => entries.length === count);
      return entries.at(-1)?.changes;
    };
    const currency = { field: 'currency', before: 'JPY', after: 'JPY' };

    await post('/business-config', { productPrice: '8900' });
    expect(await changesOf(1)).toEqual([{ field: 'productPrice', before: 7900, after: 8900 }, currency]);

    const json = { productPrice: '9900' };
    await shop.asAdmin(`/api/admin/resellers/${reseller._id}`, { method: 'PUT', json });
    expect(await changesOf(2)).toEqual([{ field: 'productPrice', before: 8900, after: 9900 }, currency]);
  });

  const aPage = (part: Partial<SalesPage> = {}): SalesPage => ({ ...EMPTY_SALES_PAGE, ...part });

  it.each(['https://a:b@acme.example', 'https://bank.example@evil.example/x'])(
    'refuses the contact link %s, which carries a user name',
    async (contactUrl) => {
      const { put } = await signIn();
      expect(await put('/sales-page', aPage({ contactUrl }))).toMatchObject({
        status: 400,
        body: { message: 'contactUrl: Enter a link without a user name or password.' },
      });
    },
  );

  it('saves color, questions and contact of the sales page, and keeps markup as text', async () => {
    const { reseller, me, put } = await signIn();
    const page = aPage({
      accentColor: '#0a7d55',
      questions: [{ question: '<script>alert(1)</script>', answer: 'One.\nTwo & three.' }],
      contactEmail: 'help@acme.example',
      contactUrl: 'https://acme.example/help',
    });
    const reply = await put('/sales-page', { ...page, accentColor: ' #0A7D55 ' });
    expect(reply).toMatchObject({ status: 200, body: { salesPage: page, slug: reseller.slugs[0] } });
    expect((await me()).salesPage).toEqual(page);
    const tenant = await shop.call('/api/tenant', {
      headers: { 'x-current-path': `/r/${reseller.slugs[0]}` },
    });
    expect(tenant.body).toMatchObject({ salesPage: page, tones: accentTones('#0a7d55') });
    await put('/sales-page', aPage());
    expect((await me()).salesPage).toEqual(EMPTY_SALES_PAGE);
  });

  it.each([
    ['a color that is CSS', aPage({ accentColor: '#000;position:fixed' })],
    [
      'nine questions',
      aPage({ questions: Array.from({ length: 9 }, () => ({ question: 'q', answer: 'a' })) }),
    ],
    ['an answer that is too long', aPage({ questions: [{ question: 'q', answer: 'a'.repeat(1001) }] })],
    ['a link that is a script', aPage({ contactUrl: 'javascript:alert(1)' })],
    ['half of it', { accentColor: '#0a7d55' }],
  ])('a sales page with %s is refused and not saved', async (_what, page) => {
    const { me, put } = await signIn();
    await put('/sales-page', aPage({ accentColor: '#0a7d55' }));
    expect(await put('/sales-page', page)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
    expect((await me()).salesPage).toEqual(aPage({ accentColor: '#0a7d55' }));
  });

  it('a sales page can be changed only by its reseller, and an account without the role is refused', async () => {
    const [{ me, put }, other] = [await signIn(), await signIn()];
    await put('/sales-page', aPage({ contactEmail: 'mine@acme.example' }));
    const stranger = { role: 'other', resellerId: null } as const;
    const page = { method: 'PUT', json: aPage({ contactEmail: 'other@acme.example' }) };
    expect((await shop.as(stranger, '/api/resellers/sales-page', page)).status).toBe(403);
    expect((await other.put('/sales-page', page.json)).status).toBe(200);
    expect((await me()).salesPage).toMatchObject({ contactEmail: 'mine@acme.example' });
    // One from before there were sales pages.
    await shop.database
      .collection('resellers')
      .updateOne({ _id: other.reseller._id as never }, { $unset: { salesPage: 1 } });
    expect((await other.me()).salesPage).toEqual(EMPTY_SALES_PAGE);
  });

  it('every supported currency is accepted and any other is refused [P3.03]', async () => {
    const { me, post } = await signIn();
    expect([...CURRENCIES].join(' ')).toBe('USD EUR GBP CAD AUD JPY CHF NZD SEK NOK DKK');
    for (const currency of CURRENCIES) {
      const reply = await post('/business-config', { currency, productPrice: '500' });
      expect(reply.status).toBe(200);
      expect(await me()).toMatchObject({
        currency,
        productPrice: toDecimal({ amountMinor: currency === 'JPY' ? 500 : 50_000, currency }),
      });
    }
    for (const currency of ['INR', 'usd', '', null, ['USD']]) {
      expect((await post('/business-config', { currency, productPrice: '500' })).status).toBe(400);
    }
  });

  it('money is stored as whole minor units of its currency, and a fraction of a yen is refused [R-money.1] [R-money.2]', async () => {
    const { reseller, me, post } = await signIn();
    const stored = () => shop.database.collection('resellers').findOne({ _id: reseller._id as never });
    await post('/business-config', { currency: 'EUR', productPrice: '19.99' });
    expect(await stored()).toMatchObject({ productPrice: 1999, currency: 'EUR' });
    await post('/business-config', { currency: 'JPY', productPrice: '9800' });
    expect(await stored()).toMatchObject({ productPrice: 9800, currency: 'JPY' });
    expect((await post('/business-config', { productPrice: '9800.50' })).status).toBe(400);
    expect((await post('/business-config', { productPrice: 79.5 })).status).toBe(400);
    expect(await me()).toMatchObject({ productPrice: '9800', currency: 'JPY' });
    // 9800 yen must not silently become 98.00 dollars.
    expect((await post('/business-config', { currency: 'USD' })).status).toBe(400);
  });

  it.each([
    ['JPY', '49', '¥50'],
    ['SEK', '2.99', 'kr3.00 SEK'],
    ['DKK', '2.49', 'kr2.50 DKK'],
    ['GBP', '0.29', '£0.30'],
  ])('a price below the floor in %s is refused [R-money.11]', async (currency, productPrice, floor) => {
    const { post } = await signIn();
    const reply = await post('/business-config', { currency, productPrice });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'PRICE_TOO_LOW', field: 'productPrice', message: expect.stringContaining(floor) },
    });
  });

  it('a new name creates a new slug, and the old slug still leads to the same reseller [S4.23] [S7.43] [R-checkout.27] [R-checkout.47] [R-checkout.48]', async () => {
    const { reseller, me, put } = await signIn();
    const [old = ''] = reseller.slugs;
    for (const same of ['Acme Tools', '  Acme   Tools ']) {
      await put('/business-name', { businessName: same });
      expect((await me()).slug).toBe(old);
    }
    const renamed = await put('/business-name', { businessName: 'Bolts & Nuts, Ltd.' });
    expect(renamed.body).toMatchObject({
      businessName: 'Bolts & Nuts, Ltd.',
      slug: expect.stringMatching(/^bolts-nuts-ltd-[a-z0-9]{6}$/),
    });
    const tenant = await shop.call('/api/tenant', { headers: { 'x-current-path': `/r/${old}` } });
    expect(tenant.body).toMatchObject({
      resellerId: reseller._id,
      slug: (renamed.body as Bag).slug,
      businessName: 'Bolts & Nuts, Ltd.',
    });
    expect((await me()).id).toBe(reseller._id);
  });

  it('a rename with 3,000 former slugs writes as little as the first one, and every former slug still leads to the reseller', async () => {
    const { reseller, put } = await signIn();
    const resellers = shop.database.collection('resellers');
    const formerSlugs = shop.database.collection('former_slugs');
    const stored = async (): Promise<Bag> => (await resellers.findOne({ _id: reseller._id as never })) ?? {};
    const sizeOf = async () => mongo.BSON.calculateObjectSize(await stored());
    const own = { resellerId: reseller._id };
    const former = Array.from({ length: 3000 }, (_, nth) => `before-${reseller._id.slice(0, 6)}-${nth}`);
    const slugs = [...reseller.slugs, ...former];
    await resellers.updateOne({ _id: reseller._id as never }, { $set: { slugs } });
    // The first rename moves what an older version kept in the document.
    expect((await put('/business-name', { businessName: 'Name 1' })).status).toBe(200);
    expect(await formerSlugs.countDocuments(own)).toBe(3001);
    const size = await sizeOf();
    expect(size).toBeLessThan(4000);
    expect((await put('/business-name', { businessName: 'Name 2' })).status).toBe(200);
    expect(await formerSlugs.countDocuments(own)).toBe(3002);
    expect(await sizeOf()).toBeLessThanOrEqual(size);
    expect((await stored()).slugs).toHaveLength(1);
    for (const slug of [former[0], former[2999], reseller.slugs[0]]) {
      const tenant = await shop.call('/api/tenant', { headers: { 'x-current-path': `/r/${slug}` } });
      expect(tenant.body).toMatchObject({ ...own, businessName: 'Name 2' });
      const found = await shop.asAdmin(`/api/admin/resellers?search=${slug}`);
      expect(found.body).toMatchObject([{ id: reseller._id }]);
    }
  });

  it('simultaneous renames end with one name and its slug', async () => {
    const { reseller, me, put } = await signIn();
    const names = ['One', 'Two', 'Three', 'Four'];
    await Promise.all(names.map((businessName) => put('/business-name', { businessName })));
    const { businessName, slug } = await me();
    expect(slug).toMatch(new RegExp(`^${String(businessName).toLowerCase()}-[a-z0-9]{6}$`));
    expect(reseller.slugs[0]).not.toBe(slug);
  });

  it.each([
    ['Acme Tools', 'acme-tools'],
    ['  Acme   Tools  ', 'acme-tools'],
    ['Äcme & Söhne GmbH!', 'cme-shne-gmbh'],
    ['Coca-Cola & Co', 'cocacola-co'],
    ['A very long name of a business that sells', 'a-very-long-name-of-a-business'],
    ['株式会社', 'reseller'],
    ['- !!! -', 'reseller'],
  ])('the slug of %j begins with %s [S5.22] [S5.23] [R-checkout.49] [R-checkout.50]', (name, stem) => {
    expect(slugStem(name)).toBe(stem);
    expect(stem.length).toBeLessThanOrEqual(30);
  });

  it('a slug ends in a hyphen and 6 random characters [S5.23]', () => {
    const slugs = Array.from({ length: 100 }, () => makeSlug('A very long name of a business that sells'));
    for (const slug of slugs) expect(slug).toMatch(/^a-very-long-name-of-a-business-[a-z0-9]{6}$/);
    expect(new Set(slugs).size).toBe(100);
  });

  it('payment keys are sealed and masked, and a mask or an empty value keeps the stored keys [S7.41] [R-accounts.3] [R-accounts.4]', async () => {
    const keys = randomKeys();
    const { reseller, me, post } = await signIn();
    const stored = () => resellerModel(shop.database).findById(reseller._id).orFail().lean();
    const opened = async () => {
      const record = await stored();
      const open = (field: 'sealedSecretKey' | 'sealedPublishableKey' | 'sealedWebhookSecret') =>
        openSecret(shop.sealer, 'resellers', record, field);
      return {
        secretKey: open('sealedSecretKey'),
        publishableKey: open('sealedPublishableKey'),
        webhookSecret: open('sealedWebhookSecret'),
      };
    };
    // As the wizard does: two keys first, the webhook secret in the next step.
    await post('/stripe-config', {
      liveSecretKey: keys.secretKey,
      livePublishableKey: keys.publishableKey,
      webhookSecret: '',
    });
    expect(await me()).toMatchObject({ stripeWebhookSecret: '' });
    const saved = await post('/stripe-config', { webhookSecret: keys.webhookSecret });
    const shown = saved.body as Bag;
    expect(shown.stripeLiveSecretKey).toBe(`sk_live_••••••••${keys.secretKey.slice(-4)}`);
    const before = await stored();
    await post('/stripe-config', {
      liveSecretKey: shown.stripeLiveSecretKey,
      livePublishableKey: shown.stripeLivePublishableKey,
      webhookSecret: shown.stripeWebhookSecret,
    });
    expect(await opened()).toEqual(keys);
    await post('/stripe-config', { liveSecretKey: '', livePublishableKey: '', webhookSecret: '' });
    expect(await opened()).toEqual(keys);
    await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: reseller._id });
    for (const secret of Object.values(keys)) {
      expect(JSON.stringify([before, await stored(), await me()])).not.toContain(secret);
    }
  });

  it('only live keys are accepted while test mode is off, by their prefixes [S5.38] [R-accounts.1]', async () => {
    const { post } = await signIn();
    await shop.asAdmin('/api/admin/settings', {
      json: { testMode: false, stripeLiveKey: randomKeys().secretKey },
    });
    const refusals: [Bag, string][] = [
      [{ liveSecretKey: 'my_live_key' }, 'Secret key must contain "_live_"'],
      [{ liveSecretKey: 'pk_live_0123456789' }, 'Secret key must contain "_live_"'],
      [{ liveSecretKey: 'sk_test_0123456789' }, 'Secret key must contain "_live_"'],
      [{ livePublishableKey: 'sk_live_0123456789' }, 'Publishable key must start with "pk_live_"'],
      [{ livePublishableKey: 'pk_test_0123456789' }, 'Publishable key must start with "pk_live_"'],
      [{ webhookSecret: 'secret' }, 'Webhook secret must start with "whsec_"'],
    ];
    for (const [keys, message] of refusals) {
      expect(await post('/stripe-config', keys)).toMatchObject({ status: 400, body: { message } });
    }
    for (const liveSecretKey of ['sk_live_0123456789', 'rk_live_0123456789']) {
      expect((await post('/stripe-config', { liveSecretKey })).status).toBe(200);
    }
    await shop.asAdmin('/api/admin/settings', { json: { testMode: true } });
  });

  it('test keys are accepted in test mode and sell only there [R-accounts.2]', async () => {
    const keys = randomKeys();
    const { reseller, post } = await signIn();
    const test = {
      liveSecretKey: keys.secretKey.replace('live', 'test'),
      livePublishableKey: keys.publishableKey.replace('live', 'test'),
      webhookSecret: keys.webhookSecret,
    };
    expect((await post('/stripe-config', test)).status).toBe(200);
    const path = '/api/create-reseller-product-checkout';
    expect(await shop.checkOut(path, { resellerId: reseller._id })).toMatch(/^cs_test_/);
    const mixed = await post('/stripe-config', { liveSecretKey: keys.secretKey });
    expect(mixed.status).toBe(400);
    await shop.asAdmin('/api/admin/settings', {
      json: { testMode: false, stripeLiveKey: randomKeys().secretKey },
    });
    await expect(shop.checkOut(path, { resellerId: reseller._id })).rejects.toThrow(
      'RESELLER_NOT_CONFIGURED',
    );
    await shop.asAdmin('/api/admin/settings', { json: { testMode: true } });
  });

  it.each([
    ['/business-config', { businessName: '' }],
    ['/business-config', { businessName: '   ' }],
    ['/business-config', { businessName: 'Two\r\nlines' }],
    ['/business-config', { businessName: { $set: 1 } }],
    ['/business-config', { productPrice: '0' }],
    ['/business-config', { productPrice: '-5' }],
    ['/business-config', { isActive: true }],
    ['/business-config', { _id: 'other' }],
    ['/stripe-config', { liveSecretKey: ['sk_live_x'] }],
    ['/stripe-config', { accountId: 'acct_1' }],
  ] as [string, Bag][])('POST %s refuses %j and saves nothing', async (path, json) => {
    const { me, post } = await signIn();
    const before = await me();
    expect(await post(path, json)).toMatchObject({ status: 400, body: { code: expect.any(String) } });
    expect(await me()).toEqual(before);
  });

  describe('the orders of a reseller', () => {
    const sell = async (resellerId: string, key: string, secret: string) => {
      const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId });
      await shop.pay(sessionId);
      for (const event of await shop.eventsOf(key)) {
        await shop.deliver(event, { path: `/api/stripe-webhook/reseller/${resellerId}`, secret });
      }
      return sessionId;
    };

    it('are only their own, newest first, in pages and as totals [S7.51] [S3.22] [S6.06]', async () => {
      const [keysA, keysB] = [randomKeys(), randomKeys()];
      const a = await signIn({ productPrice: 1050, currency: 'EUR' }, keysA);
      const b = await signIn({ productPrice: 2000 }, keysB);
      const sessions: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        sessions.unshift(await sell(a.reseller._id, keysA.secretKey, keysA.webhookSecret));
      }
      await sell(b.reseller._id, keysB.secretKey, keysB.webhookSecret);

      const all = (await a.get('/orders')).body as Bag[];
      expect(all.map((order) => order.stripeSessionId)).toEqual(sessions);
      expect(all[0]).toEqual({
        id: expect.any(String),
        customerEmail: 'buyer@example.com',
        emailProblem: null,
        isTest: false,
        amount: '10.50',
        currency: 'EUR',
        status: 'completed',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        stripeSessionId: sessions[0],
        productType: 'main_product',
        amounts: { subtotal: '10.50', discount: '0.00', tax: '0.00', isTaxIncluded: true, net: '10.50' },
        receiptPath: expect.stringMatching(/^\/receipt\/[0-9a-f]{24}#key=./),
      });
      const first = await a.get('/orders?limit=2');
      const next = first.headers.get('x-next-cursor') ?? '';
      const second = await a.get(`/orders?limit=2&cursor=${next}`);
      expect([...(first.body as Bag[]), ...(second.body as Bag[])]).toEqual(all);
      expect(second.headers.get('x-next-cursor')).toBeNull();
      expect((await a.get('/orders/summary')).body).toEqual([
        { currency: 'EUR', revenue: '31.50', netRevenue: '31.50', orders: 3, completedOrders: 3 },
      ]);
      expect((await b.get('/orders')).body).toHaveLength(1);
      for (const query of ['limit=0', 'limit=x', 'cursor=x']) {
        expect((await a.get(`/orders?${query}`)).status).toBe(400);
      }
    });
  });
});
