import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { errorReplyOf, freshKey, sessionParams, setProfile, taxedParams, useSandbox } from './kit.ts';

const ACTIVE = {
  tax: {
    status: 'active',
    headOffice: 'DE',
    registrations: [{ country: 'DE' }, { country: 'AT', percent: 20 }],
  },
};

describe('Stripe Tax', () => {
  const kit = useSandbox();

  async function openShop(profile: object = ACTIVE) {
    const key = freshKey();
    await setProfile(kit, key, profile);
    const stripe = kit.stripe(key);
    const pay = async (params: Stripe.Checkout.SessionCreateParams, more: object) => {
      const { id } = await stripe.checkout.sessions.create(params);
      const { status, body } = await kit.call('POST', `/pay/${id}`, {
        email: 'jane@example.com',
        outcome: 'paid',
        ...more,
      });
      return { status, session: body as Stripe.Checkout.Session };
    };
    return { key, stripe, pay };
  }

  it.each([
    ['exclusive', 850, 'AT', 'eur', 850, 170, 1_020],
    ['inclusive', 900, 'DE', 'eur', 900, 144, 900],
    ['exclusive', 9_700, 'DE', 'eur', 9_700, 1_843, 11_543],
    ['exclusive', 1_000, 'FR', 'eur', 1_000, 0, 1_000],
    ['inclusive', 1_000, 'FR', 'eur', 1_000, 0, 1_000],
  ] as const)(
    'computes %s tax on %d for a buyer in %s (%#)',
    async (behavior, price, country, currency, subtotal, tax, total) => {
      const { pay, stripe } = await openShop();
      const { session } = await pay(taxedParams(behavior, price, currency), { country });
      expect(session).toMatchObject({
        amount_subtotal: subtotal,
        amount_total: total,
        total_details: { amount_tax: tax, amount_discount: 0, amount_shipping: 0 },
        automatic_tax: { enabled: true, status: 'complete' },
        customer_details: { address: { country } },
        payment_status: 'paid',
      });
      const charge = (await stripe.charges.list()).data[0];
      expect(charge).toMatchObject({ amount: total, currency, billing_details: { address: { country } } });
    },
  );

  it.each([
    ['jpy', 'JP', 10, 'exclusive', 1_255, 126, 1_381],
    ['jpy', 'JP', 10, 'inclusive', 1_255, 114, 1_255],
    ['chf', 'CH', 8.1, 'exclusive', 9_900, 802, 10_702],
    ['sek', 'SE', 25, 'inclusive', 99_900, 19_980, 99_900],
  ] as const)(
    'rounds the tax of %s to whole minor units (%#)',
    async (currency, country, percent, behavior, price, tax, total) => {
      const { pay } = await openShop({ tax: { ...ACTIVE.tax, registrations: [{ country, percent }] } });
      const { session } = await pay(taxedParams(behavior, price, currency), { country });
      expect(session).toMatchObject({ currency, amount_total: total, total_details: { amount_tax: tax } });
    },
  );

  it.each([
    ['exclusive', 1_710, 10_710],
    ['inclusive', 1_437, 9_000],
  ] as const)('takes %s tax on the rest after a discount', async (behavior, tax, total) => {
    const { pay, stripe } = await openShop();
    const coupon = await stripe.coupons.create({ percent_off: 10 });
    const params = taxedParams(behavior, 10_000, 'eur', { discounts: [{ coupon: coupon.id }] });
    const { session } = await pay(params, { country: 'DE' });
    expect(session).toMatchObject({
      amount_subtotal: 10_000,
      amount_total: total,
      total_details: { amount_discount: 1_000, amount_tax: tax },
    });
  });

  it('shows no tax in an open session until the place of the buyer is known', async () => {
    const { stripe } = await openShop();
    const created = await stripe.checkout.sessions.create(taxedParams('exclusive', 850));
    expect(created).toMatchObject({
      amount_total: 850,
      total_details: { amount_tax: 0 },
      automatic_tax: { enabled: true, provider: 'stripe', status: 'requires_location_inputs' },
      customer_details: null,
    });
    const without = await kit.call('POST', `/pay/${created.id}`, { email: 'a@b.co', outcome: 'paid' });
    expect(without).toMatchObject({ status: 400, body: { message: expect.stringContaining('country') } });
    const american = { email: 'a@b.co', outcome: 'paid', country: 'US' };
    expect((await kit.call('POST', `/pay/${created.id}`, american)).status).toBe(400);
    expect(
      (await kit.call('POST', `/pay/${created.id}`, { ...american, postalCode: '10001' })).body,
    ).toMatchObject({ payment_status: 'paid', total_details: { amount_tax: 0 } });
  });

  it('names the reason and the rate of each tax on request', async () => {
    const { pay, stripe } = await openShop();
    const read = async (country: string, more = {}) => {
      const { session } = await pay(taxedParams('exclusive', 1_000, 'eur', more), {
        country,
        ...('tax_id_collection' in more && { taxId: 'ATU12345678' }),
      });
      const expanded = await stripe.checkout.sessions.retrieve(session.id, {
        expand: ['line_items.data.taxes', 'total_details.breakdown'],
      });
      const [tax] = expanded.line_items!.data[0]!.taxes!;
      expect(expanded.total_details!.breakdown!.taxes).toEqual([tax]);
      return { tax: tax!, session };
    };
    const german = await read('DE');
    expect(german.tax).toMatchObject({
      amount: 190,
      taxable_amount: 1_000,
      taxability_reason: 'standard_rated',
      rate: { percentage: 19, country: 'DE', inclusive: false },
    });
    expect((await read('FR')).tax).toMatchObject({ amount: 0, taxability_reason: 'not_collecting' });
    const business = await read('AT', { tax_id_collection: { enabled: true } });
    expect(business.tax).toMatchObject({ amount: 0, taxability_reason: 'reverse_charge' });
    expect(business.session.customer_details).toMatchObject({
      tax_ids: [{ type: 'eu_vat', value: 'ATU12345678' }],
    });
  });

  it('refuses a tax number in a wrong format, and one that the session did not ask for', async () => {
    const { pay } = await openShop();
    const asking = taxedParams('exclusive', 1_000, 'eur', { tax_id_collection: { enabled: true } });
    const bad = await pay(asking, { country: 'DE', taxId: '12' });
    expect(bad).toMatchObject({ status: 400, session: { message: 'Your tax ID is invalid.' } });
    expect((await pay(taxedParams('exclusive', 1_000), { country: 'DE', taxId: 'DE123456789' })).status).toBe(
      400,
    );
  });

  it('is refused for an account without a head office, and for one that never switched it on', async () => {
    const { key, stripe } = await openShop({});
    expect(await errorReplyOf(stripe.checkout.sessions.create(taxedParams('exclusive', 850)))).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      message:
        'You must have a valid head office address to enable automatic tax calculation in test mode.  Visit https://dashboard.stripe.com/test/settings/tax to update it.',
    });
    await setProfile(kit, key, { tax: { status: 'inactive' } });
    expect(await errorReplyOf(stripe.checkout.sessions.create(taxedParams('exclusive', 850)))).toMatchObject({
      code: 'stripe_tax_inactive',
    });
    expect((await stripe.checkout.sessions.create(sessionParams())).automatic_tax.enabled).toBe(false);
  });

  it('is refused for a known customer whose address or name may not change', async () => {
    const { pay, stripe } = await openShop();
    const { session } = await pay(sessionParams({ customer_creation: 'always' }), {});
    const customer = session.customer as string;
    const create = (more: object) =>
      stripe.checkout.sessions.create(taxedParams('exclusive', 850, 'eur', { customer, ...more }));
    expect(await errorReplyOf(create({}))).toMatchObject({ code: 'customer_tax_location_invalid' });
    const collecting = { customer_update: { address: 'auto' }, tax_id_collection: { enabled: true } };
    expect((await errorReplyOf(create(collecting))).message).toContain('set customer_update[name] to auto');
    const open = await create({ ...collecting, customer_update: { address: 'auto', name: 'auto' } });
    expect(open.tax_id_collection).toEqual({ enabled: true, required: 'never' });
  });

  it('shows its settings and registrations', async () => {
    const { key, stripe } = await openShop();
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      status: 'active',
      head_office: { address: { country: 'DE' } },
    });
    const { data } = await stripe.tax.registrations.list({ status: 'active' });
    expect(data.map(({ country }) => country)).toEqual(['DE', 'AT']);
    expect(await stripe.tax.registrations.retrieve(data[0]!.id)).toMatchObject({ country: 'DE' });
    expect((await stripe.tax.registrations.list({ status: 'expired' })).data).toEqual([]);
    await setProfile(kit, key, {});
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      status: 'pending',
      status_details: { pending: { missing_fields: ['head_office'] } },
    });
    expect((await stripe.events.list({ type: 'tax.settings.updated' })).data).toHaveLength(2);
  });

  it('lets the buyer see the tax on the payment page before paying', async () => {
    const { stripe } = await openShop();
    const { id } = await stripe.checkout.sessions.create(taxedParams('exclusive', 850));
    const send = async (fields: Record<string, string>) => {
      const answer = await fetch(`${kit.url}/pay/${id}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      return { status: answer.status, page: await answer.text() };
    };
    const buyer = { email: 'jane@example.com', country: 'AT', card: '4242424242424242' };
    const early = await send({ ...buyer, outcome: 'paid' });
    expect(early.status).toBe(200);
    expect(early.page).toContain('The total has changed.');
    expect(early.page).toContain('Pay €10.20');
    expect(early.page).toContain('value="jane@example.com"');
    expect((await send({ ...buyer, outcome: 'update' })).page).not.toContain('The total has changed.');
    expect((await stripe.charges.list()).data).toEqual([]);
    expect((await send({ ...buyer, outcome: 'paid' })).status).toBe(303);
    expect((await stripe.checkout.sessions.retrieve(id)).amount_total).toBe(1_020);
  });
});

describe('Managed Payments', () => {
  const kit = useSandbox();
  const managed = (more: object = {}) => {
    const { automatic_tax: _, ...params } = taxedParams('exclusive', 10_000);
    return { ...params, managed_payments: { enabled: true }, ...more } as Stripe.Checkout.SessionCreateParams;
  };

  it('sell with tax on top in any country, to a customer, without a tax setting of the seller', async () => {
    const stripe = kit.stripe();
    const params = managed();
    delete params.line_items![0]!.price_data!.tax_behavior;
    const { id } = await stripe.checkout.sessions.create(params);
    await kit.call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: 'paid', country: 'FR' });
    const paid = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(paid).toMatchObject({
      managed_payments: { enabled: true },
      automatic_tax: { enabled: true, status: 'complete' },
      amount_subtotal: 10_000,
      amount_total: 12_000,
      total_details: { amount_tax: 2_000 },
      customer: expect.stringMatching(/^cus_/),
      payment_intent: { managed_payments: { enabled: true } },
    });
  });

  it('are on by default, so that a session with an eligible tax code gets tax without asking for it', async () => {
    const params = managed();
    delete params.managed_payments;
    expect(await kit.stripe().checkout.sessions.create(params)).toMatchObject({
      managed_payments: { enabled: true },
      automatic_tax: { enabled: true, status: 'requires_location_inputs' },
    });
  });

  it.each([
    [{ tax_id_collection: { enabled: true } }, 'tax_id_collection'],
    [{ invoice_creation: { enabled: true } }, 'invoice_creation'],
    [{ custom_text: { submit: { message: 'Hello' } } }, 'custom_text'],
    [{ adaptive_pricing: { enabled: false } }, 'adaptive_pricing'],
    [{ payment_intent_data: { receipt_email: 'a@b.co' } }, 'payment_intent_data[receipt_email]'],
  ])('refuse %j by name', async (more, param) => {
    const stripe = kit.stripe();
    expect(await errorReplyOf(stripe.checkout.sessions.create(managed(more)))).toMatchObject({
      statusCode: 400,
      param,
      message: expect.stringContaining(
        `${param} cannot be used with Managed Payments. Remove ${param}, or pass`,
      ),
    });
    const silent = managed(more);
    delete silent.managed_payments;
    expect((await errorReplyOf(stripe.checkout.sessions.create(silent))).message).toContain(
      `${param} cannot be used with Managed Payments, which is enabled by default on your account.`,
    );
  });

  it('refuse automatic_tax that is off, a tax code that is not eligible, and an account that is not approved', async () => {
    const key = freshKey();
    const stripe = kit.stripe(key);
    const refusal = async (params: Stripe.Checkout.SessionCreateParams) =>
      (await errorReplyOf(stripe.checkout.sessions.create(params))).message;
    expect(await refusal(managed({ automatic_tax: { enabled: false } }))).toContain(
      'automatic_tax[enabled] must be true when Managed Payments is enabled.',
    );
    const physical = managed();
    physical.line_items![0]!.price_data!.product_data!.tax_code = 'txcd_99999999';
    expect(await refusal(physical)).toContain('the product tax code is not eligible');
    await setProfile(kit, key, { managedPayments: 'not_approved' });
    expect(await refusal(managed())).toContain('Managed Payments');
    const silent = managed();
    delete silent.managed_payments;
    expect((await stripe.checkout.sessions.create(silent)).managed_payments).toEqual({ enabled: false });
    await setProfile(kit, key, { managedPayments: 'off' });
    expect((await stripe.checkout.sessions.create(managed())).managed_payments).toEqual({ enabled: true });
  });
});
