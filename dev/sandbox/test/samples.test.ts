import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import type Stripe from 'stripe';
import type { Sandbox } from '../src/sandbox.ts';
import { stripeApi } from '../src/stripe/api.ts';
import { idOf } from '../src/stripe/objects/id-of.ts';
import { freshKey, sessionParams, setProfile, taxedParams, useSandbox, type Kit } from './kit.ts';
import { compareWithSample, sampleKinds } from './samples/compare-with-sample.ts';

/** The raw body of a call, before the library changes it. */
async function callApi(kit: Kit, key: string, method: string, path: string, form = {}) {
  const body = method === 'POST' ? { body: new URLSearchParams(form) } : {};
  const answer = await fetch(`${kit.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...body,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { object: string; data?: unknown };
}

/** A paid session, with all that can follow it. */
async function makeHistory(kit: Kit, key: string) {
  const stripe = kit.stripe(key);
  await setProfile(kit, key, {
    tax: { status: 'active', headOffice: 'DE', registrations: [{ country: 'DE' }] },
  });
  const open = await stripe.checkout.sessions.create(sessionParams());
  const paidSession = async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams({ customer_creation: 'always' }));
    const { body } = await kit.call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: 'paid' });
    return body as Stripe.Checkout.Session;
  };
  const [session, disputed] = [await paidSession(), await paidSession()];
  const refund = await stripe.refunds.create({ payment_intent: idOf(session.payment_intent), amount: 500 });
  const { body: dispute } = await kit.call('POST', `/pay/${disputed.id}/dispute`, {});
  const charge = await stripe.charges.retrieve(idOf(refund.charge));
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${kit.url}/hooks/samples`,
    enabled_events: ['checkout.session.completed'],
  });
  const { data: items } = await stripe.checkout.sessions.listLineItems(session.id);
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10 });
  const { id } = await stripe.checkout.sessions.create(
    taxedParams('exclusive', 10_000, 'eur', { discounts: [{ coupon }], invoice_creation: { enabled: true } }),
  );
  await kit.call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: 'paid', country: 'DE' });
  const taxed = await stripe.checkout.sessions.retrieve(id, { expand: ['total_details.breakdown'] });
  return {
    open,
    taxed,
    session,
    refund,
    charge,
    endpoint,
    dispute: dispute as Stripe.Dispute,
    product: idOf(items[0]!.price!.product),
  };
}

describe("replies have the fields of Stripe's own samples", () => {
  const kit = useSandbox();
  const compared = new Set<string>();
  const called: string[] = [];

  it('in every route that returns an object or a list', async () => {
    const key = freshKey();
    const made = await makeHistory(kit, key);
    const account = await callApi(kit, key, 'GET', '/account');
    const differences: string[] = [];
    const check = async (kind: string, method: string, path: string, form = {}) => {
      const body = await callApi(kit, key, method, path, form);
      const objects = Array.isArray(body.data) ? body.data : [body];
      expect(objects.length).toBeGreaterThan(0);
      compared.add(kind);
      called.push(`${method} ${path.split('?')[0]}`);
      for (const object of objects)
        differences.push(...compareWithSample(kind, object).map((each) => `${method} ${path}: ${each}`));
    };
    const sessions = '/checkout/sessions';
    await check('account', 'GET', '/account');
    await check('account', 'GET', `/accounts/${(account as { id?: string }).id}`);
    await check('balance', 'GET', '/balance');
    await check('balance_transaction', 'GET', '/balance_transactions');
    await check(
      'balance_transaction',
      'GET',
      `/balance_transactions/${idOf(made.charge.balance_transaction)}`,
    );
    await check('charge', 'GET', '/charges');
    await check('charge', 'GET', `/charges/${made.charge.id}`);
    await check('charge', 'POST', `/charges/${made.charge.id}`, { description: 'One license' });
    await check('checkout.session', 'POST', sessions, {
      mode: 'payment',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '9700',
      'line_items[0][price_data][product_data][name]': 'Lifetime license',
      'line_items[0][quantity]': '1',
      'managed_payments[enabled]': 'false',
      success_url: 'http://localhost:8080/success',
    });
    await check('checkout.session', 'GET', sessions);
    await check('checkout.session', 'GET', `${sessions}/${made.session.id}`);
    await check('checkout.session', 'POST', `${sessions}/${made.session.id}`, { 'metadata[a]': '1' });
    await check('checkout.session', 'POST', `${sessions}/${made.open.id}/expire`);
    await check('item', 'GET', `${sessions}/${made.session.id}/line_items`);
    await check('customer', 'GET', `/customers/${idOf(made.session.customer)}`);
    await check('dispute', 'GET', '/disputes');
    await check('dispute', 'GET', `/disputes/${made.dispute.id}`);
    await check('dispute', 'POST', `/disputes/${made.dispute.id}/close`);
    await check('event', 'GET', '/events?limit=100');
    const { data: events } = await kit.stripe(key).events.list({ limit: 100 });
    for (const { type, data } of events)
      differences.push(
        ...compareWithSample(data.object.object, data.object).map((each) => `in ${type}: ${each}`),
      );
    await check('event', 'GET', `/events/${events[0]!.id}`);
    await check('payment_intent', 'GET', '/payment_intents');
    const intent = `/payment_intents/${idOf(made.session.payment_intent)}`;
    await check('payment_intent', 'GET', intent);
    await check('payment_intent', 'POST', intent, { 'metadata[a]': '1' });
    await check('product', 'GET', `/products/${made.product}`);
    await check('refund', 'GET', '/refunds');
    await check('refund', 'GET', `/refunds/${made.refund.id}`);
    await check('refund', 'POST', '/refunds', { charge: made.charge.id, amount: '1' });
    await check('tax.settings', 'GET', '/tax/settings');
    await check('tax.registration', 'GET', '/tax/registrations');
    const [registration] = (await kit.stripe(key).tax.registrations.list()).data;
    await check('tax.registration', 'GET', `/tax/registrations/${registration!.id}`);
    await check('coupon', 'POST', '/coupons', { id: 'HALF', percent_off: '50' });
    await check('coupon', 'GET', '/coupons');
    await check('coupon', 'GET', '/coupons/HALF');
    await check('coupon', 'POST', '/coupons/HALF', { name: 'Half' });
    await check('promotion_code', 'POST', '/promotion_codes', {
      'promotion[type]': 'coupon',
      'promotion[coupon]': 'HALF',
      code: 'HALF',
    });
    await check('promotion_code', 'GET', '/promotion_codes');
    const [code] = (await kit.stripe(key).promotionCodes.list()).data;
    await check('promotion_code', 'GET', `/promotion_codes/${code!.id}`);
    await check('promotion_code', 'POST', `/promotion_codes/${code!.id}`, { active: 'false' });
    await check('deleted_coupon', 'DELETE', '/coupons/HALF');
    const totals = made.taxed.total_details!.breakdown!;
    differences.push(
      ...compareWithSample('discount', totals.discounts[0]!.discount),
      ...compareWithSample('tax_rate', totals.taxes[0]!.rate),
    );
    await check('invoice', 'GET', '/invoices');
    await check('invoice', 'GET', `/invoices/${idOf(made.taxed.invoice)}`);
    await check('invoice_payment', 'GET', '/invoice_payments');
    const [payment] = (await kit.stripe(key).invoicePayments.list()).data;
    await check('invoice_payment', 'GET', `/invoice_payments/${payment!.id}`);
    await check('refund', 'POST', `/refunds/${made.refund.id}`, { 'metadata[a]': '1' });
    await check('webhook_endpoint', 'POST', '/webhook_endpoints', {
      url: `${kit.url}/hooks/more`,
      'enabled_events[0]': 'charge.refunded',
    });
    await check('webhook_endpoint', 'GET', '/webhook_endpoints');
    const endpoint = `/webhook_endpoints/${made.endpoint.id}`;
    await check('webhook_endpoint', 'GET', endpoint);
    await check('webhook_endpoint', 'POST', endpoint, { description: 'Orders' });
    await check('deleted_webhook_endpoint', 'DELETE', endpoint);
    expect(differences).toEqual([]);
  });

  it('and no route is left out', async () => {
    const routes: { method: string; url: string }[] = [];
    const app = fastify({ exposeHeadRoutes: false });
    app.addHook('onRoute', ({ method, url }) => void routes.push({ method: String(method), url }));
    await app.register(stripeApi({ store: {} } as Sandbox));
    await app.close();
    expect(routes.length).toBeGreaterThan(40);
    const isCalled = ({ method, url }: { method: string; url: string }) =>
      called.some((call) => new RegExp(`^${method} ${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(call));
    expect(routes.filter((route) => !isCalled(route))).toEqual([]);
  });

  it('and the samples are all used', () => {
    const inside = ['discount', 'price', 'tax_rate'];
    expect([...compared, ...inside].toSorted()).toEqual(sampleKinds.toSorted());
  });

  it.each([
    [{ amount: undefined }, 'refund.amount is missing'],
    [{ amount: '5' }, 'refund.amount is string and not number'],
    [{ destination_details: { card: {} } }, 'refund.destination_details.type is missing'],
  ])('as the comparison notices for a refund with %j', async (change, difference) => {
    const { refund } = await makeHistory(kit, freshKey());
    const { amount, ...rest } = refund;
    const broken = { ...rest, amount, ...change };
    const reply = JSON.parse(JSON.stringify(broken)) as unknown;
    expect(compareWithSample('refund', refund)).toEqual([]);
    expect(compareWithSample('refund', reply)).toContain(difference);
  });
});
