import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { buildContext } from '../src/context.ts';
import { formerKeysModel } from '../src/payment-accounts/former-keys.model.ts';
import { reconcileQueue } from '../src/payments/reconcile.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { savePaymentKeys } from '../src/resellers/save-payment-keys.ts';
import { openSecret } from '../src/secrets/sealed-fields.ts';
import { openShop, randomKeys, type ResellerKeys, type Shop } from './shop.ts';

describe('payments after a change of keys', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const saveKeys = (resellerId: string, keys: ResellerKeys) =>
    shop.as({ role: 'reseller', resellerId }, '/api/resellers/stripe-config', {
      json: {
        liveSecretKey: keys.secretKey,
        livePublishableKey: keys.publishableKey,
        webhookSecret: keys.webhookSecret,
      },
    });

  it("a payment, its refund and its status page still work with the account's previous keys, but not for another reseller", async () => {
    const [before, after] = [randomKeys(), randomKeys()];
    const { _id } = await shop.addReseller({}, before);
    const checkOut = () => shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    const [inFlight, polled] = [await checkOut(), await checkOut()];
    expect((await saveKeys(_id, after)).status).toBe(200);
    await shop.pay(inFlight);
    const path = `/api/stripe-webhook/reseller/${_id}`;
    const deliverAll = async () => {
      for (const event of await shop.eventsOf(before.secretKey)) {
        expect((await shop.deliver(event, { path, secret: before.webhookSecret })).status).toBe(200);
      }
    };
    await deliverAll();
    expect((await shop.order(inFlight))?.status).toBe('completed');

    await shop.pay(polled);
    const { body } = await shop.call(`/api/checkout-status?session_id=${polled}`);
    expect(body).toMatchObject({ status: 'paid' });

    await shop.refund(inFlight);
    await deliverAll();
    expect((await shop.order(inFlight))?.status).toBe('refunded');

    const other = await shop.addReseller({}, randomKeys());
    const [event] = await shop.eventsOf(before.secretKey);
    const foreign = { path: `/api/stripe-webhook/reseller/${other._id}`, secret: before.webhookSecret };
    expect((await shop.deliver(event ?? {}, foreign)).status).toBe(400);
  });

  it('a key and a webhook secret that are saved at the same moment are both kept', async () => {
    const [before, after] = [randomKeys(), randomKeys()];
    const { _id } = await shop.addReseller({}, before);
    const resellers = resellerModel(shop.database);
    const kept = { liveSecretKey: '', livePublishableKey: '', webhookSecret: '' };
    const newKey = { ...kept, liveSecretKey: after.secretKey };
    const context = {
      ...buildContext({ config: shop.config, database: shop.database } as never),
      sealer: shop.sealer,
      resellers: changedMeanwhile(resellers, () =>
        shop.as({ role: 'reseller', resellerId: _id }, '/api/resellers/stripe-config', { json: newKey }),
      ),
    };
    await savePaymentKeys(context, _id, { ...kept, webhookSecret: after.webhookSecret });
    const stored = await resellers.findById(_id).orFail().lean();
    const open = (field: 'sealedSecretKey' | 'sealedWebhookSecret') =>
      openSecret(shop.sealer, 'resellers', stored, field);
    expect(open('sealedSecretKey')).toBe(after.secretKey);
    expect(open('sealedWebhookSecret')).toBe(after.webhookSecret);
  });

  const HOUR_MS = 3_600_000;
  const cursors = () => shop.database.collection('account_progress');
  const faults = () => `${shop.sandbox.url}/sandbox/stripe/faults`;
  const reconcile = async (_id: string, since?: number) => {
    await cursors().updateOne(
      { _id: _id as never },
      { $set: { nextRunAt: new Date(0), ...(since === undefined ? {} : { since: new Date(since) }) } },
    );
    await shop.reconcile();
  };

  it('a payment with the previous key is found after the provider had failed for that key', async () => {
    const [before, after] = [randomKeys(), randomKeys()];
    const { _id } = await shop.addReseller({}, before);
    const checkOut = () => shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    const late = await checkOut();
    expect((await saveKeys(_id, after)).status).toBe(200);
    const current = await checkOut();
    await shop.pay(late);
    await shop.pay(current);
    await shop.backdate(late, 5400);
    // The client tries each call twice.
    const fault = { key: before.secretKey, path: '/v1/events', status: 503, times: 2 };
    await send(faults(), { method: 'PUT', json: fault });
    const since = Date.now() - 2 * HOUR_MS;
    await reconcile(`${_id}:live`, since);
    await until(async () => ((await send(faults())).body as { next: unknown }).next === null);
    expect((await cursors().findOne({ _id: `${_id}:live` as never }))?.since).toEqual(new Date(since));
    await reconcile(`${_id}:live`);
    await until(async () => (await shop.order(late))?.status === 'completed');
    await until(async () => (await shop.order(current))?.status === 'completed');
  });

  it('an expired previous key does not block reading with the others, and counts as no key if it is the only one', async () => {
    const rolled = { ...randomKeys(), secretKey: `sk_live_expired${Date.now()}` };
    const [kept, after] = [randomKeys(), randomKeys()];
    const { _id } = await shop.addReseller({}, rolled);
    await saveKeys(_id, kept);
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await saveKeys(_id, after);
    await shop.pay(sessionId);
    await shop.backdate(sessionId, 5400);
    await reconcile(`${_id}:live`, Date.now() - 2 * HOUR_MS);
    await until(async () => (await shop.order(sessionId))?.status === 'completed');

    // From test mode to live: the keys of test mode are former ones, and the owner rolls them at the provider.
    const inTest = { ...randomKeys(), secretKey: `sk_test_expired${Date.now()}` };
    const moved = await shop.addReseller({}, inTest);
    await saveKeys(moved._id, randomKeys());
    const account = `${moved._id}:test`;
    const since = new Date(Date.now() - 2 * HOUR_MS);
    await cursors().insertOne({
      _id: account as never,
      resellerId: moved._id,
      livemode: false,
      since,
      nextRunAt: new Date(0),
    });
    await shop.reconcile();
    const cursor = () => cursors().findOne({ _id: account as never });
    await until(async () => (await cursor())?.withoutKeys === true);
    // If a test mode key comes back, reading continues from there.
    expect((await cursor())?.since).toEqual(since);
  });

  /** Pays and refunds with keys that are then replaced. No webhook of it arrives. */
  const refundWithKeysBefore = async () => {
    const [before, after] = [randomKeys(), randomKeys()];
    const { _id } = await shop.addReseller({}, before);
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await saveKeys(_id, after);
    await shop.pay(sessionId);
    await shop.refund(sessionId);
    const refund = (await shop.eventsOf(before.secretKey)).find(({ type }) => type === 'charge.refunded');
    const signed = { path: `/api/stripe-webhook/reseller/${_id}`, secret: before.webhookSecret };
    return { before, after, sessionId, refund, signed };
  };

  it('a refund that no key can look up at the moment is refused, so that the provider sends it again', async () => {
    const { before, sessionId, refund, signed } = await refundWithKeysBefore();
    const fault = { key: before.secretKey, path: '/v1/checkout/sessions', status: 429 };
    await send(faults(), { method: 'PUT', json: fault });
    expect((await shop.deliver(refund ?? {}, signed)).status).toBe(503);
    expect((await shop.deliver(refund ?? {}, signed)).status).toBe(200);
    expect((await shop.order(sessionId))?.status).toBe('refunded');
  });

  it('previous keys are used while the current one is refused, and all events are read again once it is replaced', async () => {
    const [before, after] = [randomKeys(), randomKeys()];
    const revoked = { ...randomKeys(), secretKey: `sk_live_expired${Date.now()}` };
    const { _id } = await shop.addReseller({}, before);
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await saveKeys(_id, revoked);
    await shop.pay(sessionId);
    const since = new Date(Date.now() - 2 * HOUR_MS);
    const read = async () => (await cursors().findOne({ _id: `${_id}:live` as never }))?.since as Date;
    await reconcile(`${_id}:live`, since.getTime());
    await until(async () => (await shop.order(sessionId))?.status === 'completed');
    expect(await read()).toEqual(since);
    await saveKeys(_id, after);
    await reconcile(`${_id}:live`);
    await until(async () => (await read()) > since);
  });

  it('a refund of a foreign product on the account is ignored, although another key does not know its payment', async () => {
    const { after, refund, signed } = await refundWithKeysBefore();
    const object = { ...refund?.data.object, payment_intent: 'pi_of_another_product' };
    const fault = { key: after.secretKey, path: '/v1/checkout/sessions', status: 404 };
    await send(faults(), { method: 'PUT', json: fault });
    expect((await shop.deliver({ ...refund, data: { object } }, signed)).status).toBe(200);
  });

  const DAY_SECONDS = 24 * 3600;
  it.each([
    ['an hour and a half back', { failed: 5400, paid: 60, since: 7200 }],
    [
      'farther back than a run reads',
      { failed: 10 * DAY_SECONDS, paid: 3 * DAY_SECONDS, since: 11 * DAY_SECONDS + 1800 },
    ],
  ])(
    'an event that cannot be applied, %s, does not block later events and is retried',
    async (_when, ago) => {
      const keys = randomKeys();
      const { _id } = await shop.addReseller({}, keys);
      const checkOut = () => shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
      const [first, second] = [await checkOut(), await checkOut()];
      await shop.pay(first);
      await shop.refund(first);
      await shop.backdate(first, ago.failed);
      await shop.pay(second);
      await shop.backdate(second, ago.paid);
      const fault = { key: keys.secretKey, path: '/v1/checkout/sessions', status: 400, times: 1000 };
      await send(faults(), { method: 'PUT', json: fault });
      const since = new Date(Date.now() - ago.since * 1000);
      const hourOfEvent = new Date(since.getTime() + Math.floor((ago.since - ago.failed) / 3600) * HOUR_MS);
      const read = async () => (await cursors().findOne({ _id: `${_id}:live` as never }))?.since as Date;
      await reconcile(`${_id}:live`, since.getTime());
      await until(async () => (await shop.order(second))?.status === 'completed');
      expect(await read()).toEqual(hourOfEvent);
      await send(faults(), { method: 'DELETE' });
      await reconcile(`${_id}:live`);
      await until(async () => (await shop.order(first))?.status === 'refunded');
      await until(async () => (await read()) > hourOfEvent);
    },
  );

  it('a run that is interrupted by the end of its process does not mark unread events as read', async () => {
    const { _id: resellerId } = await shop.addReseller({}, randomKeys());
    const since = new Date(Date.now() - 2 * HOUR_MS);
    const _id = `${resellerId}:live`;
    const cursor = {
      _id,
      resellerId,
      livemode: true,
      since,
      nextRunAt: new Date(Date.now() + HOUR_MS),
      withoutKeys: false,
    };
    const context = buildContext({ config: shop.config, database: shop.database } as never);
    const closing = new AbortController();
    let pages = 0;
    // A provider with more pages than are read before the process ends.
    const listEvents = async () => {
      pages += 1;
      closing.abort();
      return { events: [], hasMore: pages < 3 };
    };
    const clock = { now: () => Date.now() + 2 * HOUR_MS };
    const sealer = buildSealer(shop.config.SEAL_KEYS);
    const queue = reconcileQueue({
      ...context,
      clock,
      sealer,
      paymentProvider: { ...context.paymentProvider, listEvents },
    } as never);
    await context.reconciliationCursors.create(cursor);
    await queue.doNext(_id, closing.signal);
    expect(pages).toBe(1);
    expect((await context.reconciliationCursors.findById(_id).lean())?.since).toEqual(since);
    await context.reconciliationCursors.deleteOne({ _id });
  });

  it('a status page asks a failing provider only once, regardless of the number of previous keys', async () => {
    const [before, after] = [randomKeys(), randomKeys()];
    const { _id } = await shop.addReseller({}, before);
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await saveKeys(_id, after);
    await shop.pay(sessionId);
    const fault = { key: after.secretKey, path: '/v1/checkout/sessions', status: 503, times: 100 };
    await send(faults(), { method: 'PUT', json: fault });
    // The previous key would find the payment.
    const { body } = await shop.call(`/api/checkout-status?session_id=${sessionId}`);
    expect(body).toMatchObject({ status: 'processing' });
    await send(faults(), { method: 'DELETE' });
  });

  it('a secret that was once stored for both modes verifies events of both modes', async () => {
    const [live, test] = [randomKeys(), randomKeys()];
    const { _id } = await shop.addReseller({}, live);
    const path = `/api/stripe-webhook/reseller/${_id}`;
    const deliver = (livemode: boolean, secret: string) =>
      shop.deliver({ id: 'evt_1', object: 'event', type: 'ping', livemode }, { path, secret });
    const toTest = (webhookSecret: string) =>
      saveKeys(_id, {
        secretKey: test.secretKey.replace('_live_', '_test_'),
        publishableKey: test.publishableKey.replace('_live_', '_test_'),
        webhookSecret,
      });
    expect((await toTest(live.webhookSecret)).status).toBe(200);
    expect((await deliver(true, live.webhookSecret)).status).toBe(200);
    expect((await toTest(test.webhookSecret)).status).toBe(200);
    expect((await deliver(true, live.webhookSecret)).status).toBe(200);
    expect((await deliver(false, live.webhookSecret)).status).toBe(200);
    expect((await deliver(false, test.webhookSecret)).status).toBe(200);
    expect(await deliver(true, test.webhookSecret)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('of another mode') },
    });
  });

  it('previous keys are recorded once per change, and are not used after they expire', async () => {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({}, keys);
    const former = formerKeysModel(shop.database);
    await saveKeys(_id, keys);
    expect(await former.countDocuments({ resellerId: _id })).toBe(0);
    await saveKeys(_id, randomKeys());
    const [stored] = await former.find({ resellerId: _id }).lean();
    expect(stored?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 179 * 24 * 3_600_000);
    expect(JSON.stringify(stored)).not.toContain(keys.secretKey);
    await former.updateOne({ resellerId: _id }, { $set: { expiresAt: new Date(Date.now() - 1000) } });
    const path = `/api/stripe-webhook/reseller/${_id}`;
    const event = { id: 'evt_1', object: 'event', type: 'ping', livemode: true };
    expect((await shop.deliver(event, { path, secret: keys.webhookSecret })).status).toBe(400);
  });

  it('the platform still accepts events that are signed with the previous secret', async () => {
    await shop.asAdmin('/api/admin/settings', {
      json: { stripeTestWebhookSecret: 'whsec_another0123456789' },
    });
    const sessionId = await shop.checkOut('/api/create-main-checkout');
    await shop.pay(sessionId);
    const events = (await shop.eventsOf(shop.platformKey)).filter(
      ({ data }) => (data.object as { id?: string }).id === sessionId,
    );
    for (const event of events) expect((await shop.deliver(event)).status).toBe(200);
    expect((await shop.order(sessionId))?.status).toBe('completed');
  });

  it.each(['sk_live_with\u0000nul', 'sk_live_\u0430\u0431\u0432'])(
    'the key %j is refused and nothing is saved',
    async (secretKey) => {
      const keys = randomKeys();
      const { _id } = await shop.addReseller({}, keys);
      const stored = () => shop.database.collection('resellers').findOne({ _id: _id as never });
      const unchanged = await stored();
      expect((await saveKeys(_id, { ...randomKeys(), secretKey })).status).toBe(400);
      expect(
        (await saveKeys(_id, { ...randomKeys(), publishableKey: secretKey.replace('sk', 'pk') })).status,
      ).toBe(400);
      expect(
        (await saveKeys(_id, { ...randomKeys(), webhookSecret: secretKey.replace('sk_live', 'whsec') }))
          .status,
      ).toBe(400);
      expect(await stored()).toEqual(unchanged);
      expect((await shop.asAdmin('/api/admin/settings', { json: { stripeLiveKey: secretKey } })).status).toBe(
        400,
      );
    },
  );
});
