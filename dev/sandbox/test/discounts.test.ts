import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { errorReplyOf, freshKey, listen, sessionParams, typesOf, useSandbox } from './kit.ts';

describe('discounts', () => {
  const kit = useSandbox();
  const nowInSeconds = () => Math.floor(Date.now() / 1_000);

  async function openShop(
    coupon: Stripe.CouponCreateParams = { percent_off: 20 },
    code: Partial<Stripe.PromotionCodeCreateParams> = {},
  ) {
    const key = freshKey();
    const stripe = kit.stripe(key);
    const made = await stripe.coupons.create(coupon);
    const promo = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: made.id },
      code: 'SPRING20',
      ...code,
    });
    const open = (
      overrides: Partial<Stripe.Checkout.SessionCreateParams>,
      amount = 9_700,
      currency = 'usd',
    ) => stripe.checkout.sessions.create(sessionParams(overrides, amount, currency));
    const pay = async (id: string, more = {}) => {
      const { status, body } = await kit.call('POST', `/pay/${id}`, {
        email: 'jane@example.com',
        outcome: 'paid',
        ...more,
      });
      return { status, session: body as Stripe.Checkout.Session & { message?: string } };
    };
    return { key, stripe, coupon: made, promo, open, pay };
  }

  it('are set by a promotion code for a session, and count as used when it is paid', async () => {
    const { stripe, coupon, promo, open, pay } = await openShop();
    const created = await open({ discounts: [{ promotion_code: promo.id }] });
    expect(created).toMatchObject({
      amount_subtotal: 9_700,
      amount_total: 7_760,
      total_details: { amount_discount: 1_940 },
      discounts: [{ coupon: null, promotion_code: promo.id }],
    });
    expect((await stripe.promotionCodes.retrieve(promo.id)).times_redeemed).toBe(0);
    expect((await pay(created.id)).session).toMatchObject({ payment_status: 'paid', amount_total: 7_760 });
    expect((await stripe.promotionCodes.retrieve(promo.id)).times_redeemed).toBe(1);
    expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
    expect((await stripe.charges.list()).data[0]).toMatchObject({ amount: 7_760 });
    const expanded = await stripe.checkout.sessions.retrieve(created.id, {
      expand: ['total_details.breakdown', 'discounts.promotion_code'],
    });
    expect(expanded.total_details!.breakdown!.discounts).toMatchObject([
      { amount: 1_940, discount: { source: { coupon: coupon.id }, promotion_code: promo.id } },
    ]);
    expect(expanded.discounts![0]!.promotion_code).toMatchObject({ code: 'SPRING20' });
  });

  it('are set by a coupon, with an amount in its currency only', async () => {
    const { coupon, open } = await openShop({ amount_off: 700, currency: 'usd' });
    expect(await open({ discounts: [{ coupon: coupon.id }] })).toMatchObject({
      amount_total: 9_000,
      discounts: [{ coupon: coupon.id, promotion_code: null }],
    });
    const wrong = await errorReplyOf(open({ discounts: [{ coupon: coupon.id }] }, 9_700, 'eur'));
    expect(wrong).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    expect(wrong.message).toContain('eur');
  });

  it('are typed by the buyer, in any case, if the session allows it', async () => {
    const { promo, open, pay } = await openShop();
    const { id } = await open({ allow_promotion_codes: true });
    expect((await pay(id, { code: 'NOTHING' })).session.message).toBe('This code is invalid.');
    expect((await pay(id, { code: 'spring20' })).session).toMatchObject({
      amount_total: 7_760,
      discounts: [{ promotion_code: promo.id }],
    });
    const closed = await open({});
    expect((await pay(closed.id, { code: 'SPRING20' })).status).toBe(400);
  });

  it('are shown on the payment page before the buyer pays', async () => {
    const { open } = await openShop();
    const { id } = await open({ allow_promotion_codes: true });
    const send = async (fields: Record<string, string>) => {
      const answer = await fetch(`${kit.url}/pay/${id}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      return { status: answer.status, page: await answer.text() };
    };
    expect((await send({ code: 'wrong', outcome: 'update' })).page).toContain('This code is invalid.');
    const { page } = await send({ code: 'Spring20', outcome: 'update' });
    expect(page).toContain('-$19.40');
    expect(page).toContain('Pay $77.60');
    const paid = await send({ code: 'Spring20', email: 'a@b.co', outcome: 'paid' });
    expect(paid.status).toBe(303);
  });

  it('exclude each other: allow_promotion_codes and discounts', async () => {
    const { coupon, open } = await openShop();
    const both = open({ allow_promotion_codes: true, discounts: [{ coupon: coupon.id }] });
    expect(await errorReplyOf(both)).toMatchObject({
      statusCode: 400,
      message: 'You may only specify one of these parameters: allow_promotion_codes, discounts.',
    });
  });

  it('of 100 % leave a free order: a customer, no payment, and no event of a payment', async () => {
    const { key, stripe, promo, open, pay } = await openShop({ percent_off: 100 });
    const listener = await listen(kit, key);
    const { id } = await open({ discounts: [{ promotion_code: promo.id }] });
    expect((await pay(id)).session).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
      amount_total: 0,
      amount_subtotal: 9_700,
      customer: expect.stringMatching(/^cus_/),
    });
    await listener.deliveries((all) =>
      all.some(({ eventType }) => eventType === 'checkout.session.completed'),
    );
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toContain('checkout.session.completed');
    expect(types.filter((type) => /^(?:payment_intent|charge)\.|async/.test(type))).toEqual([]);
    expect(typesOf(await listener.requests(1))).not.toContain('charge.succeeded');
  });

  it('that leave less than the smallest payment are refused, when set and when typed', async () => {
    const { coupon, open, pay } = await openShop({ amount_off: 9_660, currency: 'usd' });
    expect(await errorReplyOf(open({ discounts: [{ coupon: coupon.id }] }))).toMatchObject({
      code: 'amount_too_small',
    });
    const { id } = await open({ allow_promotion_codes: true });
    expect((await pay(id, { code: 'SPRING20' })).status).toBe(400);
    expect((await pay(id)).session).toMatchObject({ amount_total: 9_700, discounts: [] });
  });

  it('end after their last use, also for a buyer who opened the page before', async () => {
    const { stripe, promo, open, pay } = await openShop({ percent_off: 20 }, { max_redemptions: 1 });
    const [first, second] = [
      await open({ discounts: [{ promotion_code: promo.id }] }),
      await open({ discounts: [{ promotion_code: promo.id }] }),
    ];
    expect((await pay(first.id)).status).toBe(200);
    expect((await pay(second.id)).status).toBe(400);
    expect(await stripe.promotionCodes.retrieve(promo.id)).toMatchObject({
      active: false,
      times_redeemed: 1,
    });
    const late = await errorReplyOf(open({ discounts: [{ promotion_code: promo.id }] }));
    expect(late.statusCode).toBe(400);
  });

  it('end when they are switched off, and go on while their coupon is valid', async () => {
    const { stripe, promo, open } = await openShop();
    expect((await stripe.promotionCodes.update(promo.id, { active: false })).active).toBe(false);
    expect((await errorReplyOf(open({ discounts: [{ promotion_code: promo.id }] }))).statusCode).toBe(400);
    expect((await stripe.promotionCodes.update(promo.id, { active: true })).active).toBe(true);
    await stripe.coupons.del(idOfCoupon(promo));
    expect((await errorReplyOf(open({ discounts: [{ promotion_code: promo.id }] }))).statusCode).toBe(400);
    expect((await stripe.promotionCodes.retrieve(promo.id)).active).toBe(false);
  });

  it('for first-time customers never work for guests, and minimum amounts hold', async () => {
    const first = await openShop({ percent_off: 20 }, { restrictions: { first_time_transaction: true } });
    expect(
      (await errorReplyOf(first.open({ discounts: [{ promotion_code: first.promo.id }] }))).message,
    ).toContain('first-time');
    const least = await openShop(
      { percent_off: 20 },
      { restrictions: { minimum_amount: 10_000, minimum_amount_currency: 'usd' } },
    );
    const use = (amount: number) => least.open({ discounts: [{ promotion_code: least.promo.id }] }, amount);
    expect((await errorReplyOf(use(9_999))).message).toContain('minimum');
    expect((await use(10_000)).amount_total).toBe(8_000);
  });

  it('are found by code in any case, and an active code exists once', async () => {
    const { stripe, coupon, promo } = await openShop();
    const find = async (params: Stripe.PromotionCodeListParams) =>
      (await stripe.promotionCodes.list(params)).data.map(({ id }) => id);
    expect(await find({ code: 'sPrInG20', active: true })).toEqual([promo.id]);
    expect(await find({ coupon: coupon.id })).toEqual([promo.id]);
    expect(await find({ active: false })).toEqual([]);
    const again = { promotion: { type: 'coupon', coupon: coupon.id }, code: 'spring20' } as const;
    expect((await errorReplyOf(stripe.promotionCodes.create(again))).message).toBe(
      'An active promotion code with `code: spring20` already exists.',
    );
    await stripe.promotionCodes.update(promo.id, { active: false });
    expect((await stripe.promotionCodes.create(again)).code).toBe('spring20');
    expect(await stripe.coupons.update(coupon.id, { name: 'Spring' })).toMatchObject({ name: 'Spring' });
    expect((await stripe.coupons.list()).data.map(({ id }) => id)).toEqual([coupon.id]);
  });

  it.each([
    [{}, { code: 'parameter_missing' }],
    [{ percent_off: 0 }, { param: 'percent_off' }],
    [{ percent_off: 101 }, { param: 'percent_off' }],
    [{ percent_off: 5, amount_off: 5, currency: 'usd' }, { param: 'amount_off' }],
    [{ amount_off: 500 }, { code: 'parameter_missing', param: 'currency' }],
    [{ amount_off: 500, currency: 'xyz' }, { param: 'currency' }],
    [{ percent_off: 5, max_redemptions: 0 }, { param: 'max_redemptions' }],
    [{ percent_off: 5, redeem_by: 1 }, { param: 'redeem_by' }],
    [{ percent_off: 5, redeem_by: 4_000_000_000 }, { param: 'redeem_by' }],
  ] as const)('reject a coupon with %j', async (params, refusal) => {
    const stripe = kit.stripe();
    expect(await errorReplyOf(stripe.coupons.create(params))).toMatchObject({ statusCode: 400, ...refusal });
  });

  it.each([
    [{ code: 'two words' }, 'code'],
    [{ code: 'ümlaut' }, 'code'],
    [{ code: '<b>' }, 'code'],
    [{ max_redemptions: 6 }, 'max_redemptions'],
    [{ expires_at: 5 }, 'expires_at'],
    [{ restrictions: { minimum_amount: 5 } }, 'restrictions[minimum_amount_currency]'],
    [{ promotion: { type: 'coupon', coupon: 'none' } }, 'promotion[coupon]'],
    [{ coupon: 'old' }, 'coupon'],
  ] as const)('reject a promotion code with %j', async (more, param) => {
    const stripe = kit.stripe();
    const coupon = await stripe.coupons.create({
      percent_off: 5,
      max_redemptions: 5,
      redeem_by: nowInSeconds() + 3_600,
    });
    const params = { promotion: { type: 'coupon' as const, coupon: coupon.id }, ...more };
    expect(await errorReplyOf(stripe.promotionCodes.create(params))).toMatchObject({ param });
    const late = {
      promotion: { type: 'coupon' as const, coupon: coupon.id },
      expires_at: nowInSeconds() + 7_200,
    };
    expect(await errorReplyOf(stripe.promotionCodes.create(late))).toMatchObject({ param: 'expires_at' });
  });

  it('belong to their account, also if two accounts choose the same id', async () => {
    const [a, b] = [kit.stripe(), kit.stripe()];
    await a.coupons.create({ id: 'HALF', percent_off: 50 });
    expect(await errorReplyOf(b.coupons.retrieve('HALF'))).toMatchObject({ statusCode: 404 });
    await b.coupons.create({ id: 'HALF', percent_off: 25 });
    expect((await a.coupons.retrieve('HALF')).percent_off).toBe(50);
    expect(await errorReplyOf(a.coupons.create({ id: 'HALF', percent_off: 1 }))).toMatchObject({
      code: 'resource_already_exists',
    });
    const code = await a.promotionCodes.create({ promotion: { type: 'coupon', coupon: 'HALF' } });
    expect(await errorReplyOf(b.promotionCodes.retrieve(code.id))).toMatchObject({ statusCode: 404 });
    const stolen = b.checkout.sessions.create(sessionParams({ discounts: [{ promotion_code: code.id }] }));
    expect(await errorReplyOf(stolen)).toMatchObject({ code: 'resource_missing' });
  });
});

const idOfCoupon = ({ promotion }: Stripe.PromotionCode) => promotion.coupon as string;
