import { describe, expect, it } from '@jest/globals';
import { isEmailAddress } from '@leadping/contracts/email-address';
import { freshKey, errorReplyOf, sessionParams, useSandbox } from './kit.ts';

describe('checkout sessions', () => {
  const kit = useSandbox();

  it("are created open and unpaid, with the shop's data", async () => {
    const stripe = kit.stripe();
    const created = await stripe.checkout.sessions.create(
      sessionParams({
        client_reference_id: 'order-7',
        customer_email: 'jane@example.com',
        metadata: { resellerId: 'r1' },
      }),
    );

    expect(created).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 9_700,
      amount_subtotal: 9_700,
      currency: 'usd',
      client_reference_id: 'order-7',
      customer_email: 'jane@example.com',
      metadata: { resellerId: 'r1' },
      livemode: false,
      payment_intent: null,
    });
    expect(created.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(created.url).toBe(`${kit.url.replace('127.0.0.1', 'localhost')}/pay/${created.id}`);
    expect(created.expires_at - created.created).toBe(86_400);
    const { lastResponse: _, ...retrieved } = await stripe.checkout.sessions.retrieve(created.id);
    expect(retrieved).toEqual({ ...created });
  });

  it.each(['jane..doe@example.com', '.jane@example.com', 'jane@exam_ple.com'])(
    'are created for an address that the provider accepts and the product refuses: %s [R-november.15]',
    async (address) => {
      expect(isEmailAddress(address)).toBe(false);
      const params = sessionParams({ customer_email: address });
      await expect(kit.stripe().checkout.sessions.create(params)).resolves.toMatchObject({
        customer_email: address,
      });
    },
  );

  it('include their line items on request, with decimals as the library reads them', async () => {
    const stripe = kit.stripe();
    const { id } = await stripe.checkout.sessions.create(sessionParams({}, 4_550));

    const expanded = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
    const listed = await stripe.checkout.sessions.listLineItems(id);

    const [item] = expanded.line_items!.data;
    expect(item).toMatchObject({ description: 'Lifetime license', quantity: 1, amount_total: 4_550 });
    expect(item!.price!.unit_amount_decimal!.toString()).toBe('4550');
    expect(listed.data[0]!.id).toBe(item!.id);
  });

  it('keep the descriptions of their products', async () => {
    const stripe = kit.stripe();
    const params = sessionParams();
    params.line_items![0]!.price_data!.product_data = {
      name: 'Lifetime license',
      description: 'For one browser profile',
      metadata: { sku: 'main' },
    };
    const { id } = await stripe.checkout.sessions.create(params);
    const [item] = (await stripe.checkout.sessions.listLineItems(id, { expand: ['data.price.product'] }))
      .data;
    const product = {
      name: 'Lifetime license',
      description: 'For one browser profile',
      metadata: { sku: 'main' },
      images: [],
    };
    expect(item!.price!.product).toMatchObject(product);
    const [kept] = (await stripe.checkout.sessions.listLineItems(id)).data;
    expect(await stripe.products.retrieve(kept!.price!.product as string)).toMatchObject(product);
  });

  it('are livemode under a live key, and their ids show it', async () => {
    const session = await kit.stripe(freshKey('live')).checkout.sessions.create(sessionParams());
    expect(session.livemode).toBe(true);
    expect(session.id).toMatch(/^cs_live_/);
  });

  it('expire once, and only while open', async () => {
    const stripe = kit.stripe();
    const { id } = await stripe.checkout.sessions.create(sessionParams());

    const expired = await stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: 'expired', url: null });
    const again = await errorReplyOf(stripe.checkout.sessions.expire(id));
    expect(again.message).toContain('Only Checkout Sessions with a status in ["open"] can be expired');
    expect((await kit.call('POST', `/pay/${id}`, { email: 'a@b.co', outcome: 'paid' })).status).toBe(400);
  });

  it('accept an expiry between half an hour and a day ahead', async () => {
    const stripe = kit.stripe();
    const now = Math.floor(Date.now() / 1_000);
    const expiringAt = (expires_at: number) => stripe.checkout.sessions.create(sessionParams({ expires_at }));

    expect((await expiringAt(now + 3_600)).expires_at).toBe(now + 3_600);
    expect(await errorReplyOf(expiringAt(now + 60))).toMatchObject({ statusCode: 400, param: 'expires_at' });
    expect(await errorReplyOf(expiringAt(now + 200_000))).toMatchObject({
      statusCode: 400,
      param: 'expires_at',
    });
  });

  it('accept a change of their metadata', async () => {
    const stripe = kit.stripe();
    const { id } = await stripe.checkout.sessions.create(sessionParams({ metadata: { a: '1', b: '2' } }));
    const changed = await stripe.checkout.sessions.update(id, { metadata: { b: '3' } });
    expect(changed.metadata).toEqual({ a: '1', b: '3' });
  });
});

describe('the validation of a checkout session', () => {
  const kit = useSandbox();

  it.each([
    ['usd', 49, '$0.50'],
    ['eur', 49, '€0.50'],
    ['gbp', 29, '£0.30'],
    ['cad', 49, 'CA$0.50'],
    ['aud', 49, 'A$0.50'],
    ['jpy', 49, '¥50'],
    ['chf', 49, 'CHF 0.50'],
    ['nzd', 49, 'NZ$0.50'],
    ['sek', 299, 'SEK 3.00'],
    ['nok', 299, 'NOK 3.00'],
    ['dkk', 249, 'DKK 2.50'],
  ])(
    'rejects an amount in %s below the minimum with amount_too_small, and accepts the minimum',
    async (currency, below, floor) => {
      const stripe = kit.stripe();
      const refusal = await errorReplyOf(stripe.checkout.sessions.create(sessionParams({}, below, currency)));
      expect(refusal).toMatchObject({
        type: 'StripeInvalidRequestError',
        statusCode: 400,
        code: 'amount_too_small',
      });
      expect(refusal.message.replaceAll('\u00a0', ' ')).toContain(floor);

      const taken = await stripe.checkout.sessions.create(sessionParams({}, below + 1, currency));
      expect(taken).toMatchObject({ amount_total: below + 1, currency });
    },
  );

  it('names a missing parameter', async () => {
    const { line_items: _, ...params } = sessionParams();
    const refusal = await errorReplyOf(kit.stripe().checkout.sessions.create(params));
    expect(refusal).toMatchObject({
      code: 'parameter_missing',
      param: 'line_items',
      message: 'Missing required param: line_items.',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-missing',
    });
  });

  it('names a missing parameter of a nested object', async () => {
    const params = sessionParams();
    delete (params.line_items![0]!.price_data as { currency?: string }).currency;
    const refusal = await errorReplyOf(kit.stripe().checkout.sessions.create(params));
    expect(refusal).toMatchObject({
      code: 'parameter_missing',
      param: 'line_items[0][price_data][currency]',
    });
  });

  it('names an unknown parameter', async () => {
    const params = { ...sessionParams(), color: 'red' };
    expect(await errorReplyOf(kit.stripe().checkout.sessions.create(params))).toMatchObject({
      code: 'parameter_unknown',
      param: 'color',
      message: 'Received unknown parameter: color',
    });
  });

  it.each([
    [{ success_url: 'javascript:alert(1)' }, { code: 'url_invalid', param: 'success_url' }],
    [{ cancel_url: '/nowhere' }, { code: 'url_invalid', param: 'cancel_url' }],
    [{ customer_email: 'nobody' }, { code: 'email_invalid', param: 'customer_email' }],
    [{ customer: 'cus_unknown' }, { code: 'resource_missing', param: 'customer' }],
    [{ mode: 'subscription' as const }, { param: 'mode' }],
    [{ metadata: { long: 'x'.repeat(501) } }, { param: 'metadata[long]' }],
  ])('rejects %j', async (overrides, refusal) => {
    expect(await errorReplyOf(kit.stripe().checkout.sessions.create(sessionParams(overrides)))).toMatchObject(
      refusal,
    );
  });

  it.each([
    [9.5, 'parameter_invalid_integer'],
    [-1, 'parameter_invalid_integer'],
    [100_000_000, 'amount_too_large'],
  ])('rejects an amount of %d', async (amount, code) => {
    expect(
      await errorReplyOf(kit.stripe().checkout.sessions.create(sessionParams({}, amount))),
    ).toMatchObject({
      code,
    });
  });

  it('rejects two currencies in one session, and an unknown currency', async () => {
    const stripe = kit.stripe();
    const mixed = [...sessionParams().line_items!, ...sessionParams({}, 9_700, 'eur').line_items!];
    const refusal = await errorReplyOf(stripe.checkout.sessions.create(sessionParams({ line_items: mixed })));
    expect(refusal.message).toContain('same currency');
    const unknown = await errorReplyOf(stripe.checkout.sessions.create(sessionParams({}, 9_700, 'xyz')));
    expect(unknown).toMatchObject({ param: 'line_items[0][price_data][currency]' });
  });

  it('rejects a missing tax code, unless the session switches off Managed Payments, which is on for new accounts', async () => {
    const stripe = kit.stripe();
    const { managed_payments: _, ...silent } = sessionParams();
    for (const params of [silent, { ...silent, managed_payments: { enabled: true } }]) {
      const refusal = await errorReplyOf(stripe.checkout.sessions.create(params));
      expect(refusal).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
      expect(refusal.message).toMatch(/^Invalid line_items\[0\]: the product tax code is missing\. /);
      expect(refusal.message).toContain('managed_payments[enabled]=false');
    }
    const general = sessionParams();
    delete general.managed_payments;
    general.line_items![0]!.price_data!.product_data!.tax_code = 'txcd_99999999';
    expect((await errorReplyOf(stripe.checkout.sessions.create(general))).message).toContain('not eligible');
    expect((await stripe.checkout.sessions.create(sessionParams())).managed_payments).toEqual({
      enabled: false,
    });
  });

  it('returns 404 for an unknown session', async () => {
    expect(await errorReplyOf(kit.stripe().checkout.sessions.retrieve('cs_test_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_test_none'",
    });
  });
});
