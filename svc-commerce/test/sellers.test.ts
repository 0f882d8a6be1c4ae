import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_CLAIMS } from '@leadping/contracts/commerce/claims';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { findReceiptPath, saleNoticeAddress } from '@leadping/contracts/commerce/requests';
import { until } from '@leadping/test-kit/until';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { DEFAULT_PROMISES } from '@leadping/contracts/commerce/seller-promises';
import { buildContext } from '../src/context.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { reportMissingDetails } from '../src/settings/report-missing-details.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const DETAILS = '/api/resellers/seller-details';
const PROMISES = '/api/resellers/promises';
const ACME = {
  legalName: 'Acme Growth Partners GmbH',
  address: 'Hauptstraße 1\n10115 Berlin',
  country: 'Germany',
  email: 'office@acme.example',
  phone: '+49 30 123456',
  registerNumber: 'HRB 12345',
  taxNumber: 'DE123456789',
};
const ATTACKS = [
  { legalName: 'Acme\nBcc: all@example.com' },
  { legalName: 'Acme \u202eHbmG' },
  { legalName: 'Leadping GmbH' },
  { email: 'javascript:alert(1)' },
  { phone: 'javascript:alert(1)' },
];

describe('who sells', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const signIn = async (fields = {}) => {
    const { _id, slugs } = await shop.addReseller(fields);
    const as = (path: string, options?: Parameters<Shop['asAdmin']>[1]) =>
      shop.as({ role: 'reseller', resellerId: _id }, path, options);
    return {
      id: _id,
      put: (path: string, json: unknown) => as(path, { method: 'PUT', json }),
      me: async () => (await as('/api/resellers/me')).body as Record<string, unknown>,
      page: async () =>
        (await shop.call('/api/tenant', { headers: { 'x-current-path': `/r/${slugs[0]}` } })).body as Record<
          string,
          unknown
        >,
    };
  };
  const site = async () => (await shop.call('/api/site')).body as Record<string, unknown>;
  const save = (json: unknown) => shop.asAdmin('/api/admin/settings', { json });

  it('is empty for the platform until an admin provides it, and the claims are those of the specification', async () => {
    const { confirmed: _, ...claims } = DEFAULT_CLAIMS;
    expect(await site()).toEqual({ seller: EMPTY_SELLER_DETAILS, claims, taxMode: 'none' });
  });

  it('is shown to everybody as the admin has saved it', async () => {
    const { status, body } = await save({ sellerDetails: ACME });
    expect({ status, body }).toMatchObject({ status: 200, body: { sellerDetails: ACME } });
    expect(await site()).toMatchObject({ seller: ACME });
  });

  it('is logged as missing when the service starts in production', async () => {
    const { config, database, sealer, fakeService } = shop;
    const commerce = buildContext({ config, database, sealer, bus: fakeService.bus } as never);
    const lines: unknown[] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line) };
    const start = (NODE_ENV: string) =>
      reportMissingDetails({ config: { ...config, NODE_ENV }, log } as never, commerce);
    await save({ sellerDetails: { ...ACME, phone: '' } });
    await start('development');
    expect(lines).toEqual([]);
    await start('production');
    expect(lines).toEqual([
      [{ missing: ['Contact phone'] }, 'seller details missing in the admin settings'],
      [{ unconfirmed: ['users', 'rating', 'testimonials'] }, 'claims unconfirmed in the admin settings'],
    ]);
  });

  it('is not changed by details of the platform with a line break', async () => {
    await save({ sellerDetails: ACME });
    const refused = await save({ sellerDetails: { ...ACME, legalName: 'Acme\nLtd' } });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', field: 'sellerDetails.legalName' },
    });
    expect(await site()).toMatchObject({ seller: ACME });
  });

  it('is on the page of a reseller as they have saved it', async () => {
    const reseller = await signIn();
    expect((await reseller.put(DETAILS, ACME)).body).toMatchObject({ sellerDetails: ACME });
    expect(await reseller.page()).toMatchObject({ sellerDetails: ACME });
  });

  it.each(ATTACKS)('is not changed by a reseller’s details with %j', async (attack) => {
    const reseller = await signIn({ sellerDetails: ACME });
    const refused = await reseller.put(DETAILS, { ...ACME, ...attack });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', field: Object.keys(attack)[0] },
    });
    expect(await reseller.me()).toMatchObject({ sellerDetails: ACME });
  });

  it('is kept as text if it contains markup', async () => {
    const reseller = await signIn();
    const legalName = '<script>alert(1)</script> Ltd';
    await reseller.put(DETAILS, { ...ACME, legalName });
    expect(await reseller.page()).toMatchObject({ sellerDetails: { legalName } });
  });

  it('promises a guarantee of 30 days until the reseller chooses another one', async () => {
    const reseller = await signIn();
    expect(await reseller.page()).toMatchObject({ promises: { guaranteeDays: 30 } });
    const promises = { guaranteeDays: 14, supportReplyHours: 48 };
    expect((await reseller.put(PROMISES, promises)).body).toMatchObject({ promises });
    expect(await reseller.page()).toMatchObject({ promises });
  });

  it('promises no guarantee of another length', async () => {
    const reseller = await signIn();
    expect((await reseller.put(PROMISES, { guaranteeDays: 365, supportReplyHours: 2 })).status).toBe(400);
    expect(await reseller.page()).toMatchObject({ promises: DEFAULT_PROMISES });
  });

  it('has defaults for a reseller who was stored before these fields existed', async () => {
    const reseller = await signIn();
    await resellerModel(shop.database).collection.updateOne(
      { _id: reseller.id as never },
      { $unset: { sellerDetails: 1, promises: 1 } },
    );
    const defaults = { sellerDetails: EMPTY_SELLER_DETAILS, promises: DEFAULT_PROMISES };
    expect(await reseller.me()).toMatchObject(defaults);
    expect(await reseller.page()).toMatchObject(defaults);
  });
});

describe('an order', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it('of a reseller is published with the seller and the terms of the sale, which later changes do not touch', async () => {
    const paid = await shop.fakeService.collect(orderPaid);
    const keys = randomKeys();
    const { _id, slugs } = await shop.addReseller(
      { sellerDetails: ACME, promises: { guaranteeDays: 14, supportReplyHours: 24 } },
      keys,
    );
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await shop.pay(sessionId);
    for (const event of await shop.eventsOf(keys.secretKey)) {
      await shop.deliver(event, {
        path: `/api/stripe-webhook/reseller/${_id}`,
        secret: keys.webhookSecret,
      });
    }
    await until(() => paid.length === 1);
    expect(paid[0]?.purchase).toMatchObject({
      money: paid[0]?.money,
      paidAt: paid[0]?.paidAt,
      seller: {
        details: ACME,
        guarantee: '14-day money-back guarantee',
        supportReply: 'within 24 hours',
        contactEmail: ACME.email,
        slug: slugs[0],
      },
    });
    const as = { role: 'reseller', resellerId: _id } as const;
    await shop.as(as, PROMISES, { method: 'PUT', json: { guaranteeDays: 0, supportReplyHours: 2 } });
    expect((await shop.order(sessionId))?.sellerTerms?.guarantee).toBe('14-day money-back guarantee');
  });

  it('of the platform is published with the platform as the seller', async () => {
    const paid = await shop.fakeService.collect(orderPaid);
    await shop.asAdmin('/api/admin/settings', { json: { sellerDetails: ACME } });
    await shop.pay(await shop.checkOut('/api/create-main-checkout'));
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    await until(() => paid.some(({ seller }) => seller.resellerId === null));
    const own = paid.find(({ seller }) => seller.resellerId === null);
    expect(own?.purchase?.seller).toEqual({
      details: ACME,
      guarantee: '60-day money-back guarantee',
      guaranteeDays: 60,
      contactEmail: ACME.email,
      slug: null,
      logoUrl: null,
      accentColor: null,
    });
  });

  it('for reseller rights states the guarantee of the reseller program', async () => {
    const paid = await shop.fakeService.collect(orderPaid);
    await shop.pay(await shop.checkOut('/api/create-reseller-checkout'));
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    const rights = () => paid.find(({ productType }) => productType === 'reseller_rights');
    await until(() => rights() !== undefined);
    expect(rights()?.purchase?.seller).toMatchObject({
      guarantee: '30-day money-back guarantee',
      guaranteeDays: 30,
    });
  });

  it('has a receipt whose path other services can request', async () => {
    const request = (orderId: string, email?: string) =>
      shop.fakeService.bus.request(findReceiptPath, { orderId, email });
    const sessionId = await shop.checkOut('/api/create-main-checkout');
    await shop.pay(sessionId);
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    const order = await shop.order(sessionId);
    const { path } = await request(order?._id ?? '');
    const [, key = ''] = path?.split('#key=') ?? [];
    const receipt = await shop.call(`/api/receipts/${order?._id}`, { json: { key } });
    expect(receipt).toMatchObject({ status: 200, body: { orderNumber: order?._id } });
    expect(await request('unknown')).toEqual({ path: null });
    expect(await request(order?._id ?? '', 'Buyer@example.com')).toEqual({ path });
    // The order still has the address from before a correction, with which this link ends.
    expect(await request(order?._id ?? '', 'corrected@example.com')).toEqual({ path: null });
  });

  it('is mailed to its reseller unless they turned it off', async () => {
    const { _id } = await shop.addReseller({ email: 'owner@acme.example' });
    const address = () => shop.fakeService.bus.request(saleNoticeAddress, { resellerId: _id });
    expect(await address()).toEqual({ email: 'owner@acme.example' });
    const as = { role: 'reseller', resellerId: _id } as const;
    await shop.as(as, '/api/resellers/notices', { method: 'PUT', json: { saleNotices: false } });
    expect(await address()).toEqual({ email: null });
    expect(await shop.fakeService.bus.request(saleNoticeAddress, { resellerId: 'nobody' })).toEqual({
      email: null,
    });
  });
});

describe('the claims about the product', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const save = async (claims: unknown) =>
    (await shop.asAdmin('/api/admin/settings', { json: { claims } })).body as { claims: unknown };

  it('lose their confirmation when they change', async () => {
    const confirmed = { ...DEFAULT_CLAIMS, confirmed: ['users', 'rating'] };
    expect(await save(confirmed)).toMatchObject({ claims: { confirmed: ['users', 'rating'] } });
    const changed = { ...confirmed, users: '3,000+', confirmed: ['users', 'rating'] };
    expect(await save(changed)).toMatchObject({ claims: { users: '3,000+', confirmed: ['rating'] } });
    expect(await save(changed)).toMatchObject({ claims: { confirmed: ['users', 'rating'] } });
  });

  it('are on the public pages without a note of who confirmed them', async () => {
    await save({ users: '3,000+', rating: '', testimonials: [], confirmed: [] });
    expect((await shop.call('/api/site')).body).toMatchObject({
      claims: { users: '3,000+', rating: '', testimonials: [] },
    });
    expect(JSON.stringify((await shop.call('/api/site')).body)).not.toMatch(/confirmed/);
  });
});
