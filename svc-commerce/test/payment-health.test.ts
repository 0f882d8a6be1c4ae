import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';
import { accountName } from '../src/payment-accounts/account.ts';
import { PAYMENT_EVENTS } from '../src/payment-provider/stripe/provider-objects.ts';
import { openWebhookReceipts } from '../src/payments/webhook-receipts.ts';
import { send } from '@leadping/test-kit/send';
import { openShop, randomKeys, type ResellerKeys, type Shop } from './shop.ts';

describe('the health check of a payment set-up', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const check = async (resellerId: string) => {
    const reply = await shop.as({ role: 'reseller', resellerId }, '/api/resellers/payment-health');
    expect(reply.status).toBe(200);
    const health = reply.body as PaymentHealth;
    const states = Object.fromEntries(health.checks.map(({ id, state }) => [id, state]));
    const fixes = Object.fromEntries(health.checks.map(({ id, fix }) => [id, fix]));
    return { health, states, fixes };
  };
  const setEndpoint = (key: string, endpoint: object) =>
    send(`${shop.sandbox.url}/sandbox/accounts/${key}/webhook`, { method: 'PUT', json: endpoint });
  const urlOf = (id: string) => `http://localhost:8080/api/stripe-webhook/reseller/${id}`;

  it('names the first step if nothing is stored', async () => {
    const { _id } = await shop.addReseller();
    const { health, states, fixes } = await check(_id);
    expect(health).toMatchObject({
      state: 'failed',
      mode: 'live',
      webhookUrl: urlOf(_id),
      lastVerifiedDeliveryAt: null,
    });
    expect(states).toEqual({
      keys: 'failed',
      account: 'unknown',
      checkout: 'unknown',
      refunds: 'unknown',
      webhook: 'unknown',
      events: 'unknown',
      delivery: 'warning',
    });
    expect(fixes.keys).toBe('Enter the secret key and publishable key and webhook signing secret and save.');
  });

  it('calls a provider that does not reply only once, and names the status page of Stripe', async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
    const json = { key: keys.secretKey, path: '/v1', status: 503, times: 100 };
    await send(faults, { method: 'PUT', json });
    const { states, fixes } = await check(_id);
    expect(states).toMatchObject({ account: 'unknown', webhook: 'unknown', events: 'unknown' });
    expect(fixes.account).toContain('status.stripe.com');
    // The library tries once more by itself.
    expect((await send(faults)).body).toMatchObject({ next: { times: 98 } });
    await send(faults, { method: 'DELETE' });
  });

  it('reports a key that the provider refuses, without showing any key', async () => {
    const keys: ResellerKeys = { ...randomKeys(), secretKey: 'sk_live_invalid0123456789' };
    const { _id } = await shop.addReseller({}, keys);
    const { health, states, fixes } = await check(_id);
    expect(states).toMatchObject({ keys: 'ok', account: 'failed', checkout: 'unknown', webhook: 'unknown' });
    expect(fixes.account).toContain('Copy the secret key again');
    // A check that depends on it names the same cause and no fix of its own.
    expect(fixes.webhook).toBeNull();
    expect(health.checks.find(({ id }) => id === 'webhook')?.finding).toBe(
      'The webhook endpoint was not checked: Stripe rejects the secret key.',
    );
    for (const secret of Object.values(keys)) expect(JSON.stringify(health)).not.toContain(secret);
  });

  it("creates a payment page with the seller's key and price, and expires it", async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({ productPrice: 4900, currency: 'EUR' }, keys);
    expect((await check(_id)).states.checkout).toBe('ok');
    const headers = { authorization: `Bearer ${keys.secretKey}` };
    const { body } = await send(`${shop.sandbox.url}/v1/checkout/sessions`, { headers });
    expect(body).toMatchObject({ data: [{ amount_total: 4900, currency: 'eur', status: 'expired' }] });
  });

  it('shows why Stripe refuses a payment page, in the words of Stripe', async () => {
    const tooCheap = await shop.addReseller({ productPrice: 40 }, randomKeys());
    const { health, states, fixes } = await check(tooCheap._id);
    expect(states).toMatchObject({ account: 'ok', checkout: 'failed' });
    expect(health.state).toBe('failed');
    expect(health.checks.find(({ id }) => id === 'checkout')?.finding).toBe(
      "Stripe refuses to open the payment page: The Checkout Session's total amount due must add up to at least $0.50 usd",
    );
    expect(fixes.checkout).toContain('Change what Stripe names');

    const secretKey = randomKeys().secretKey.replace('sk_live_', 'rk_live_readonly');
    const restricted = await shop.addReseller({}, { ...randomKeys(), secretKey });
    expect((await check(restricted._id)).fixes.checkout).toContain('let this key write Checkout Sessions');
  });

  it('names the permission that a restricted key lacks for refunds, and refunds nothing to find out', async () => {
    const keys = randomKeys();
    const restricted = keys.secretKey.replace('sk_live_', 'rk_live_readonly');
    const { _id } = await shop.addReseller({}, { ...keys, secretKey: restricted });
    const { states, fixes } = await check(_id);
    expect(states.refunds).toBe('warning');
    expect(fixes.refunds).toContain('rak_refund_write');

    const full = await shop.addReseller({}, keys);
    expect((await check(full._id)).states.refunds).toBe('ok');
    const headers = { authorization: `Bearer ${keys.secretKey}` };
    expect((await send(`${shop.sandbox.url}/v1/refunds`, { headers })).body).toMatchObject({ data: [] });
  });

  it('reports a payment page as unknown, not refused, if Stripe does not reply', async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    const faults = `${shop.sandbox.url}/sandbox/stripe/faults`;
    const json = { key: keys.secretKey, path: '/v1/checkout/sessions', status: 503, times: 100 };
    await send(faults, { method: 'PUT', json });
    const { states } = await check(_id);
    await send(faults, { method: 'DELETE' });
    expect(states).toMatchObject({ account: 'ok', checkout: 'unknown' });
  });

  it('reports the address of the webhook, its events and the first verified delivery', async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    expect((await check(_id)).fixes.webhook).toContain(`add an endpoint with the URL ${urlOf(_id)}`);

    await setEndpoint(keys.secretKey, { url: `${urlOf(_id)}x`, secret: keys.webhookSecret });
    expect((await check(_id)).fixes.webhook).toContain('change the address of the endpoint');

    await setEndpoint(keys.secretKey, { url: urlOf(_id), enabled_events: ['checkout.session.completed'] });
    const partly = await check(_id);
    expect(partly.states).toMatchObject({ webhook: 'ok', events: 'warning' });
    expect(partly.fixes.events).toContain('charge.refunded');
    await setEndpoint(keys.secretKey, { url: urlOf(_id), enabled_events: ['charge.refunded'] });
    expect((await check(_id)).states.events).toBe('failed');

    await setEndpoint(keys.secretKey, { url: `${urlOf(_id)}/`, enabled_events: [...PAYMENT_EVENTS] });
    const event = { id: 'evt_1', object: 'event', type: 'ping', livemode: true };
    const path = `/api/stripe-webhook/reseller/${_id}`;
    expect((await shop.deliver(event, { path, secret: 'whsec_of_another' })).status).toBe(400);
    expect((await check(_id)).states.delivery).toBe('warning');
    expect((await shop.deliver(event, { path, secret: keys.webhookSecret })).status).toBe(200);
    const whole = await check(_id);
    expect(new Set(Object.values(whole.states))).toEqual(new Set(['ok']));
    expect(whole.health.state).toBe('ok');
    expect(Date.parse(whole.health.lastVerifiedDeliveryAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('keeps one receipt for all instances, and updates it when it is an hour old', async () => {
    const account = { resellerId: 'an-account-of-its-own', livemode: true };
    const startInstance = () => openWebhookReceipts(shop.database.useDb(shop.database.name));
    const [first, second] = [startInstance(), startInstance()];
    await Promise.all([first.record(account), second.record(account), first.record(account)]);
    const receipts = shop.database.collection('webhook_receipts');
    const ofAccount = { _id: accountName(account) as never };
    expect(await receipts.countDocuments(ofAccount)).toBe(1);

    const hourAgo = new Date(Date.now() - 3_600_000);
    await receipts.updateOne(ofAccount, { $set: { at: hourAgo } });
    await startInstance().record(account);
    expect((await second.latestOf(account))?.getTime()).toBeGreaterThan(hourAgo.getTime());
  });

  it('updates the receipt of an instance at most once in ten seconds', async () => {
    const account = { resellerId: 'a-busy-account', livemode: true };
    const instance = openWebhookReceipts(shop.database.useDb(shop.database.name));
    await instance.record(account);
    const hourAgo = new Date(Date.now() - 3_600_000);
    const ofAccount = { _id: accountName(account) as never };
    await shop.database.collection('webhook_receipts').updateOne(ofAccount, { $set: { at: hourAgo } });
    await instance.record(account);
    expect(await instance.latestOf(account)).toEqual(hourAgo);

    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
    // The cache reads its clock once a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await instance.record(account);
    clock.mockRestore();
    expect((await instance.latestOf(account))?.getTime()).toBeGreaterThan(hourAgo.getTime());
  });

  it("shows the platform's set-up to an admin, in the current mode", async () => {
    const { body } = await shop.asAdmin('/api/admin/payment-health');
    expect(body).toMatchObject({ mode: 'test', webhookUrl: 'http://localhost:8080/api/stripe-webhook' });
    expect((body as PaymentHealth).checks[1]).toMatchObject({ id: 'account', state: 'ok' });
  });

  it('reports test keys as not ready when test mode is off', async () => {
    const keys = randomKeys();
    const secretKey = keys.secretKey.replace('_live_', '_test_');
    const publishableKey = keys.publishableKey.replace('_live_', '_test_');
    const { _id } = await shop.addReseller({}, { ...keys, secretKey, publishableKey });
    await setEndpoint(secretKey, { url: urlOf(_id), enabled_events: [...PAYMENT_EVENTS] });
    expect((await check(_id)).states.keys).toBe('ok');
    await shop.asAdmin('/api/admin/settings', {
      json: { testMode: false, stripeLiveKey: randomKeys().secretKey },
    });
    const checkout = await shop.call('/api/create-reseller-product-checkout', {
      json: {
        resellerId: _id,
        successUrl: 'http://localhost:8080/success',
        cancelUrl: 'http://localhost:8080/',
      },
    });
    expect(checkout.body).toMatchObject({ code: 'RESELLER_NOT_CONFIGURED' });
    const { health, fixes } = await check(_id);
    expect(health.state).toBe('failed');
    expect(fixes.keys).toBe('Enter the live keys of your Stripe account and save.');
    await shop.asAdmin('/api/admin/settings', { json: { testMode: true } });
  });
});
