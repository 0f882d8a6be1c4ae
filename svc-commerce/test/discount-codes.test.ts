import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DiscountCode } from '@leadping/contracts/commerce/discount-code-routes';
import { randomBytes } from 'node:crypto';
import { discountCodeCalls, OWN, randomCode, REFUSED, URLS } from './discount-code-calls.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';
const RIGHTS = '/api/create-reseller-checkout';
const ADMIN = '/api/admin/discount-codes';

jest.setTimeout(120_000);

let shop: Shop;
let openSeller: ReturnType<typeof discountCodeCalls>['openSeller'];
let stripeOf: ReturnType<typeof discountCodeCalls>['stripeOf'];
beforeAll(async () => {
  shop = await openShop();
  ({ openSeller, stripeOf } = discountCodeCalls(shop));
});
afterAll(() => shop.close());

describe('the discount codes of a seller', () => {
  it('are created, listed with their uses and link, and ended', async () => {
    const seller = await openSeller();
    expect(await seller.list()).toEqual({
      state: 'ready',
      codes: [],
      isTest: false,
      currency: 'EUR',
      hasOlder: false,
    });
    const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000).toISOString();
    const made = await seller.made({ code: 'spring-20', percent: 20, maxUses: 5, expiresAt });
    expect(made).toMatchObject({
      code: 'SPRING-20',
      productType: 'main_product',
      percent: 20,
      amount: null,
      state: 'active',
      uses: 0,
      maxUses: 5,
      expiresAt,
      link: `http://localhost:8080/r/${seller.slug}?code=SPRING-20`,
    });
    await seller.buy('Spring-20');
    const fixed = await seller.made({ amount: '12.50' });
    expect(fixed).toMatchObject({ percent: null, amount: '12.50', currency: 'EUR' });
    expect((await seller.list()).codes).toMatchObject([
      { code: fixed.code, uses: 0 },
      { code: 'SPRING-20', uses: 1 },
    ]);
    expect(await seller.end(made.id)).toMatchObject({ status: 200, body: { state: 'ended' } });
    expect(await seller.end(made.id)).toMatchObject({ status: 200, body: { state: 'ended' } });
    expect((await seller.list()).codes[1]).toMatchObject({ state: 'ended', uses: 1 });
  });

  it('of the platform are for the product that they were made for, in its current mode', async () => {
    const create = async (json: object) =>
      (await shop.asAdmin(ADMIN, { json: { code: randomCode(), percent: 50, ...json } }))
        .body as DiscountCode;
    const license = await create({});
    const rights = await create({ productType: 'reseller_rights' });
    expect(license.link).toBe(`http://localhost:8080/?code=${license.code}`);
    expect(rights.link).toBe(`http://localhost:8080/reseller-program?code=${rights.code}`);
    expect((await shop.asAdmin(ADMIN)).body).toMatchObject({
      isTest: true,
      codes: [{ code: rights.code }, { code: license.code }],
    });
    const session = await stripeOf(shop.platformKey).checkout.sessions.retrieve(
      await shop.checkOut(RIGHTS, { code: rights.code }),
    );
    expect(session.amount_total).toBe(24_850);
    expect(await shop.call(RIGHTS, { json: { ...URLS, code: license.code } })).toMatchObject(REFUSED);
    expect(await shop.call(MAIN, { json: { ...URLS, code: rights.code } })).toMatchObject(REFUSED);
    expect((await shop.call(MAIN, { json: { ...URLS, code: license.code } })).status).toBe(200);
  });

  it.each([
    ['leaves less than the smallest payment', {}, { amount: '99.60' }, 'amount', /leave €0\.40 of €100\.00/],
    ['leaves too little of a low price', { productPrice: 80 }, { percent: 50 }, 'percent', /leave €0\.40/],
    ['leaves too few yen', { productPrice: 100, currency: 'JPY' }, { percent: 60 }, 'percent', /leave ¥40/],
    ['leaves too few crowns', { currency: 'SEK' }, { amount: '98.00' }, 'amount', /kr2\.00 SEK/],
    ['has decimals of yen', { currency: 'JPY' }, { amount: '10.50' }, 'amount', /amount in JPY/],
    ['takes off nothing', {}, { amount: '0' }, 'amount', /amount in EUR/],
    ['takes off nothing in percent', {}, { percent: 0 }, 'percent', /./],
    ['takes off more than everything', {}, { percent: 101 }, 'percent', /./],
    ['has both kinds', {}, { percent: 5, amount: '5' }, 'percent', /either/],
    ['has no discount', {}, {}, 'percent', /either/],
    ['is too short to be safe from guessing', {}, { code: 'ABC', percent: 5 }, 'code', /4 to 40/],
    ['has markup in it', {}, { code: '<b>SALE</b>', percent: 5 }, 'code', /letters, digits and dashes/],
    ['ended before it began', {}, { percent: 5, expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt', /next/],
  ])(
    'are refused if the code %s, and nothing is left at Stripe',
    async (_name, fields, json, field, text) => {
      const seller = await openSeller(fields);
      const reply = await seller.create(json);
      expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', field } });
      expect((reply.body as { message: string }).message).toMatch(text);
      expect((await seller.stripe.coupons.list()).data).toEqual([]);
      expect((await seller.stripe.promotionCodes.list()).data).toEqual([]);
    },
  );

  it('may take off the whole price', async () => {
    const seller = await openSeller();
    expect((await seller.create({ percent: 100 })).status).toBe(201);
    expect((await seller.create({ amount: '150' })).status).toBe(201);
  });

  it('are refused in Stripe’s words if Stripe opens no payment page with them, and nothing is left', async () => {
    const seller = await openSeller({ tax: { mode: 'exclusive', collectTaxIds: false } });
    const reply = await seller.create({ percent: 10 });
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((reply.body as { message: string }).message).toContain('head office');
    expect((await seller.stripe.coupons.list()).data).toEqual([]);
  });

  it('have each text once among the active ones, in any case', async () => {
    const seller = await openSeller();
    const { id, code } = await seller.made({ percent: 10 });
    const again = { code: code.toLowerCase(), percent: 90 };
    expect(await seller.create(again)).toMatchObject({ status: 409, body: { field: 'code' } });
    expect((await seller.stripe.coupons.list()).data).toHaveLength(1);
    await seller.end(id);
    expect((await seller.create(again)).status).toBe(201);
  });

  it('need a key, and a key that may manage them', async () => {
    const { _id } = await shop.addReseller();
    const actor = { role: 'reseller', resellerId: _id } as const;
    expect((await shop.as(actor, OWN)).body).toMatchObject({ state: 'no-key', codes: [] });
    const json = { code: randomCode(), percent: 10 };
    expect((await shop.as(actor, OWN, { json })).status).toBe(409);

    const secretKey = `rk_live_readonly${randomBytes(6).toString('hex')}`;
    const seller = await openSeller({}, { ...randomKeys(), secretKey });
    const refused = await seller.create({ percent: 10 });
    expect(refused).toMatchObject({ status: 409 });
    expect((refused.body as { message: string }).message).toContain('Promotion Codes');
  });

  it('are the business of their seller alone', async () => {
    const [seller, other] = [await openSeller(), await openSeller()];
    const { id } = await seller.made({ percent: 10 });
    expect((await other.end(id)).status).toBe(404);
    expect((await shop.asAdmin(`${ADMIN}/${id}/end`, { method: 'POST' })).status).toBe(404);
    expect((await other.list()).codes).toEqual([]);
    expect((await seller.list()).codes).toMatchObject([{ state: 'active' }]);
  });

  it('leave codes of the account’s other products alone', async () => {
    const seller = await openSeller();
    const coupon = await seller.stripe.coupons.create({ percent_off: 90 });
    const foreign = await seller.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SHOES90',
    });
    expect((await seller.list()).codes).toEqual([]);
    expect((await seller.end(foreign.id)).status).toBe(404);
    expect(await seller.tryCode('SHOES90')).toMatchObject(REFUSED);
    expect((await seller.stripe.promotionCodes.retrieve(foreign.id)).active).toBe(true);
  });

  it('say that a new price made them unusable', async () => {
    const seller = await openSeller();
    const { code } = await seller.made({ amount: '60' });
    await shop.database
      .collection('resellers')
      .updateOne({ _id: seller._id as never }, { $set: { productPrice: 6010 } });
    expect((await seller.list()).codes).toMatchObject([{ state: 'unusable' }]);
    expect(await seller.tryCode(code)).toMatchObject(REFUSED);
  });
});
