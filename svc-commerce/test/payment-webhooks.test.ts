import {
  orderContested,
  orderDisputed,
  orderDisputeLost,
  orderDisputeWon,
  orderPaid,
  orderRefunded,
  orderRefundFailed,
} from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadping/test-kit/until';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const MAIN = '/api/create-main-checkout';

type Bag = Record<string, unknown>;

describe('the payment webhook', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const eventsOf = async (sessionId: string, key = shop.platformKey) => {
    const intent = (await shop.order(sessionId))?.paymentIntentId;
    return (await shop.eventsOf(key)).filter((event) => {
      const object = event.data.object as unknown as Bag;
      return object.id === sessionId || (intent && object.payment_intent === intent);
    });
  };
  const deliverAll = async (sessionId: string, key?: string, options?: Parameters<Shop['deliver']>[1]) => {
    for (const event of await eventsOf(sessionId, key)) {
      expect((await shop.deliver(event, options)).status).toBe(200);
    }
  };
  const paidEvent = async (sessionId: string, key?: string) => {
    const [event] = await eventsOf(sessionId, key);
    if (!event) throw new Error('the provider has no event of this session');
    return event;
  };

  describe('signatures', () => {
    it('refuses a missing, forged, altered or old signature and creates no order [R-checkout.1]', async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const event = await paidEvent(sessionId);
      const unsigned = await shop.call('/api/stripe-webhook', { json: event });
      const garbage = await shop.call('/api/stripe-webhook', {
        json: event,
        headers: { 'stripe-signature': 't=1,v1=00' },
      });
      const forged = await shop.deliver(event, { secret: 'whsec_somebody_elses' });
      const old = await shop.deliver(event, { signedAt: Math.floor(Date.now() / 1000) - 301 });
      for (const reply of [unsigned, garbage, forged, old]) {
        expect(reply).toMatchObject({ status: 400, body: { code: 'SIGNATURE_INVALID' } });
      }
      expect(await shop.order(sessionId)).toBeNull();
    });

    it('refuses a thin event with an explanation if it is signed correctly', async () => {
      const thin = {
        id: 'evt_2',
        object: 'v2.core.event',
        type: 'v1.checkout.session.completed',
        livemode: false,
      };
      expect(await shop.deliver(thin)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', message: expect.stringMatching(/thin event.*“snapshot”/) },
      });
      expect(await shop.deliver(thin, { secret: 'whsec_somebody_elses' })).toMatchObject({
        status: 400,
        body: { code: 'SIGNATURE_INVALID' },
      });
    });

    it('accepts an event that was signed up to 300 seconds ago', async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const signedAt = Math.floor(Date.now() / 1000) - 290;
      expect((await shop.deliver(await paidEvent(sessionId), { signedAt })).status).toBe(200);
      expect((await shop.order(sessionId))?.status).toBe('completed');
    });

    it('refuses a body that is not JSON, is empty or is huge with a 4xx', async () => {
      for (const body of ['{', '', 'x'.repeat(600_000)]) {
        const reply = await fetch(`${shop.url}/api/stripe-webhook`, {
          method: 'POST',
          body,
          headers: { 'stripe-signature': 't=1,v1=00', 'content-type': 'application/json' },
        });
        expect(reply.status).toBeGreaterThanOrEqual(400);
        expect(reply.status).toBeLessThan(500);
        expect(await reply.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
      }
    });

    it('accepts event types that change nothing', async () => {
      const event = {
        id: 'evt_1',
        type: 'customer.created',
        livemode: false,
        created: 1,
        data: { object: {} },
      };
      expect((await shop.deliver(event)).status).toBe(200);
    });
  });

  describe('modes and accounts', () => {
    it('verifies events of both modes, and refuses an event whose mode differs from that of its secret [R-checkout.2]', async () => {
      const liveSecret = 'whsec_live_0123456789abcdef';
      await shop.asAdmin('/api/admin/settings', { json: { stripeLiveWebhookSecret: liveSecret } });
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const event = await paidEvent(sessionId);
      expect((await shop.deliver(event, { secret: liveSecret })).status).toBe(400);
      expect((await shop.deliver({ ...event, livemode: true })).status).toBe(400);
      // Rightly signed as live, but the checkout it names was started in test mode.
      const session = { ...(event.data.object as unknown as Bag), livemode: true };
      const live = { ...event, livemode: true, data: { object: session } };
      expect((await shop.deliver(live, { secret: liveSecret })).status).toBe(200);
      expect(await shop.order(sessionId)).toBeNull();
      expect((await shop.deliver(event)).status).toBe(200);
      expect((await shop.order(sessionId))?.status).toBe('completed');
    });

    it("checks a reseller's path with that reseller's secret only [R-checkout.3] [S7.60]", async () => {
      const [keysA, keysB] = [randomKeys(), randomKeys()];
      const a = await shop.addReseller({}, keysA);
      const b = await shop.addReseller({}, keysB);
      const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: a._id });
      await shop.pay(sessionId);
      const event = await paidEvent(sessionId, keysA.secretKey);
      const pathOf = (id: string) => `/api/stripe-webhook/reseller/${id}`;

      const onB = await shop.deliver(event, { path: pathOf(b._id), secret: keysA.webhookSecret });
      expect(onB).toMatchObject({ status: 400, body: { code: 'SIGNATURE_INVALID' } });
      const byPlatform = await shop.deliver(event, { path: pathOf(a._id), secret: shop.platformSecret });
      expect(byPlatform.status).toBe(400);
      const onPlatform = await shop.deliver(event, { secret: keysA.webhookSecret });
      expect(onPlatform.status).toBe(400);
      expect(await shop.order(sessionId)).toBeNull();

      const right = await shop.deliver(event, { path: pathOf(a._id), secret: keysA.webhookSecret });
      expect(right.status).toBe(200);
      expect(await shop.order(sessionId)).toMatchObject({ resellerId: a._id, status: 'completed' });
      expect((await shop.deliver(event, { path: pathOf('nobody') })).status).toBe(404);
    });

    it("a reseller's secret completes neither the platform's nor another reseller's checkout [R-checkout.4] [R-checkout.7]", async () => {
      const [keysA, keysB] = [randomKeys(), randomKeys()];
      await shop.addReseller({}, keysA);
      const b = await shop.addReseller({}, keysB);
      const a = await shop.addReseller({}, keysA);
      const theirs = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: b._id });
      const platforms = await shop.checkOut('/api/create-reseller-checkout');
      for (const [sessionId, key] of [
        [theirs, keysB.secretKey],
        [platforms, shop.platformKey],
      ] as const) {
        await shop.pay(sessionId);
        const event = await paidEvent(sessionId, key);
        const session = { ...(event.data.object as unknown as Bag), livemode: true };
        const replayed = { ...event, livemode: true, data: { object: session } };
        const options = { path: `/api/stripe-webhook/reseller/${a._id}`, secret: keysA.webhookSecret };
        expect((await shop.deliver(replayed, options)).status).toBe(200);
        expect(await shop.order(sessionId)).toBeNull();
      }
    });
  });

  describe('sessions whose checkout a restored backup does not know', () => {
    const paidAndLost = async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const event = await paidEvent(sessionId);
      await shop.database.collection('checkouts').deleteOne({ sessionId });
      return { sessionId, event, session: event.data.object as unknown as Bag };
    };

    it('create their order once, from the terms that the provider kept', async () => {
      const { sessionId, event } = await paidAndLost();
      const before = await shop.countOrders();
      for (let delivery = 0; delivery < 3; delivery += 1)
        expect((await shop.deliver(event)).status).toBe(200);
      expect(await shop.order(sessionId)).toMatchObject({
        status: 'completed',
        productType: 'main_product',
        resellerId: null,
        businessName: 'Leadping',
        money: { amountMinor: 7900, currency: 'USD' },
      });
      expect(await shop.countOrders()).toBe(before + 1);
    });

    it.each<[string, (session: Bag, other: Bag) => Bag]>([
      [
        'the terms of another checkout',
        (session, other) => ({ ...session, metadata: mixed(session, other) }),
      ],
      [
        'terms that somebody else wrote',
        (session) => ({ ...session, metadata: { ...(session.metadata as Bag), terms: 'a.2.b.c.d' } }),
      ],
      ['another amount than the terms say', (session) => ({ ...session, amount_total: 100 })],
    ])('create no order with %s', async (_name, alter) => {
      const [lost, other] = [await paidAndLost(), await paidAndLost()];
      const before = await shop.countOrders();
      const altered = { ...lost.event, data: { object: alter(lost.session, other.session) } };
      expect((await shop.deliver(altered)).status).toBe(200);
      expect(await shop.countOrders()).toBe(before);
    });

    const mixed = (session: Bag, other: Bag) => ({
      ...(session.metadata as Bag),
      terms: (other.metadata as Bag).terms,
    });
  });

  describe('sessions that are not ours', () => {
    it.each<[string, (session: Bag) => Bag]>([
      [
        'one that we did not create [R-checkout.5]',
        (session) => ({ ...session, metadata: { checkoutId: 'none' } }),
      ],
      ['another product of the account [R-checkout.6]', (session) => ({ ...session, metadata: {} })],
      ['another amount [R-checkout.8]', (session) => ({ ...session, amount_total: 100 })],
      ['another currency [R-checkout.9]', (session) => ({ ...session, currency: 'jpy' })],
      ['another session that names our checkout', (session) => ({ ...session, id: 'cs_test_another' })],
    ])('create no order: %s', async (_name, alter) => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const event = await paidEvent(sessionId);
      const before = await shop.countOrders();
      const altered = { ...event, data: { object: alter(event.data.object as unknown as Bag) } };
      expect((await shop.deliver(altered)).status).toBe(200);
      expect(await shop.countOrders()).toBe(before);
    });

    it.each([null, 1, 'text', [], {}])('refuses the signed body %j and creates no order', async (body) => {
      const before = await shop.countOrders();
      expect(await shop.deliver(body as object)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', requestId: expect.any(String) },
      });
      expect(await shop.countOrders()).toBe(before);
    });

    it.each(['dp_1\u0000', 'dp.1', '$dp', '__proto__\u0000', ''])(
      'refuses the signed dispute id %j and leaves the order as it was',
      async (id) => {
        const sessionId = await shop.checkOut(MAIN);
        await shop.pay(sessionId);
        await deliverAll(sessionId);
        const order = await shop.order(sessionId);
        const object = { object: 'dispute', id, livemode: false, payment_intent: order?.paymentIntentId };
        const event = { id: 'evt_1', type: 'charge.dispute.created', livemode: false, created: 1 };
        const reply = await shop.deliver({ ...event, data: { object: { ...object, status: 'lost' } } });
        expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
        const { status, facts, revision } = (await shop.order(sessionId)) ?? {};
        expect({ status, facts, revision }).toEqual({
          status: 'completed',
          facts: order?.facts,
          revision: order?.revision,
        });
      },
    );

    it('ignores refunds and disputes above the limit of an order, and logs a warning', async () => {
      const warnings = await shop.fakeService.collect(logRecorded('commerce'));
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      await deliverAll(sessionId);
      const { _id, paymentIntentId, facts } = (await shop.order(sessionId)) as OrderDocument;
      const ids = Array.from({ length: 200 }, (_, index) => index);
      const full = {
        refunds: Object.fromEntries(ids.map((id) => [`re_${id}`, { amountMinor: 1, failed: true }])),
        disputes: Object.fromEntries(ids.map((id) => [`dp_${id}`, 'won'])),
      };
      const history = Array.from({ length: 1000 }, () => ({ at: new Date(), kind: 'refund-failed' }));
      const orders = shop.database.collection<{ _id: string }>('orders');
      await orders.updateOne({ _id }, { $set: { facts: { ...facts, ...full }, history } });
      const deliver = (type: string, object: object) =>
        shop.deliver({
          id: 'evt_1',
          type,
          livemode: false,
          created: 1,
          data: { object: { livemode: false, payment_intent: paymentIntentId, ...object } },
        });
      const refund = { object: 'refund', amount: 1, status: 'failed' };
      const kept = async () => {
        const { facts: ofNow, history: entries, revision } = (await shop.order(sessionId)) as OrderDocument;
        return { facts: ofNow, entries: entries?.length, revision };
      };
      const before = await kept();
      expect((await deliver('refund.failed', { ...refund, id: 're_next' })).status).toBe(200);
      const dispute = { object: 'dispute', status: 'lost' };
      expect((await deliver('charge.dispute.created', { ...dispute, id: 'dp_next' })).status).toBe(200);
      expect(await kept()).toEqual(before);
      const ignored = 'Payment event ignored: the order has too many refunds or disputes';
      const ofThis = () =>
        warnings.filter(({ message, data }) => message === ignored && data?.orderId === _id);
      await until(() => ofThis().length === 2);
      expect(ofThis()[0]).toMatchObject({
        level: 'warning',
        data: { nextStep: expect.stringContaining('Stripe') },
      });

      // Known refunds and disputes still change, without another history entry.
      await deliver('charge.dispute.closed', { ...dispute, id: 'dp_7' });
      const after = await shop.order(sessionId);
      expect(after).toMatchObject({ status: 'disputed', facts: { disputes: { dp_7: 'lost' } } });
      expect(after?.history).toHaveLength(1000);
    });

    it('refuses a known event type with an unknown shape, so that the provider keeps the event', async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const event = await paidEvent(sessionId);
      const operators = { ...(event.data.object as unknown as Bag), metadata: { checkoutId: { $ne: null } } };
      const reply = await shop.deliver({ ...event, data: { object: operators } });
      expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    });
  });

  describe('the state of an order', () => {
    /** Sells once more: when that is published, so is what was written before. */
    const publishAnother = async (published: PayloadOf<typeof orderPaid>[]) => {
      const last = await shop.checkOut(MAIN);
      await shop.pay(last);
      await deliverAll(last);
      await until(() => published.some((each) => each.stripeSessionId === last));
    };

    it('is published once, regardless of the number of copies of its event [R-checkout.11]', async () => {
      const published = await shop.fakeService.collect(orderPaid);
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const event = await paidEvent(sessionId);
      const copies = Array.from({ length: 20 }, (_, copy) => shop.deliver({ ...event, id: `evt_${copy}` }));
      for (const reply of await Promise.all(copies)) expect(reply.status).toBe(200);
      await until(() => published.some((each) => each.stripeSessionId === sessionId));
      await publishAnother(published);
      expect(published.filter((each) => each.stripeSessionId === sessionId)).toHaveLength(1);
    });

    it('is pending and unpublished until the money has arrived [R-checkout.12] [R-checkout.13] [R-checkout.19] [S4.18]', async () => {
      const published = await shop.fakeService.collect(orderPaid);
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId, 'unpaid');
      await deliverAll(sessionId);
      expect(await shop.order(sessionId)).toMatchObject({ status: 'pending', isPaidPublished: false });
      await publishAnother(published);
      expect(published.filter((each) => each.stripeSessionId === sessionId)).toHaveLength(0);
      await shop.pay(sessionId, 'async_paid');
      await deliverAll(sessionId);
      expect((await shop.order(sessionId))?.status).toBe('completed');
      await until(() => published.some((each) => each.stripeSessionId === sessionId));
    });

    it('is failed if a late payment fails [R-checkout.14] [S4.18]', async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId, 'async_failed');
      await deliverAll(sessionId);
      expect(await shop.order(sessionId)).toMatchObject({ status: 'failed', isPaidPublished: false });
      const status = await shop.call(`/api/checkout-status?session_id=${sessionId}`);
      expect(status.body).toMatchObject({ status: 'failed' });
    });

    it('is refunded after a full refund, but not after a partial one [R-checkout.15]', async () => {
      const published = await shop.fakeService.collect(orderRefunded);
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      await deliverAll(sessionId);
      await shop.refund(sessionId, 1000);
      await deliverAll(sessionId);
      expect((await shop.order(sessionId))?.status).toBe('completed');
      expect(published).toHaveLength(0);
      await shop.refund(sessionId, 6900);
      await deliverAll(sessionId);
      const order = await shop.order(sessionId);
      expect(order?.status).toBe('refunded');
      await until(() => published.length === 1);
      expect(published[0]).toMatchObject({
        orderId: order?._id,
        // The total, which follows the refund itself, makes the order a refunded one.
        revision: order?.revision,
      });
    });

    it('is also refunded if the order has no history, as in an earlier version', async () => {
      const refunded = await shop.fakeService.collect(orderRefunded);
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      await deliverAll(sessionId);
      await orderModel(shop.database).collection.updateOne({ sessionId }, { $unset: { history: 1 } });
      await shop.refund(sessionId);
      await deliverAll(sessionId);
      const order = await shop.order(sessionId);
      expect(order?.status).toBe('refunded');
      await until(() => refunded.some(({ orderId }) => orderId === order?._id));
    });

    it.each(['refund.failed', 'charge.refund.updated'])(
      'is completed again once if a refund fails later (%s), and refunded after the next refund',
      async (type) => {
        const failed = await shop.fakeService.collect(orderRefundFailed);
        const refunded = await shop.fakeService.collect(orderRefunded);
        const sessionId = await shop.checkOut(MAIN);
        await shop.pay(sessionId);
        await deliverAll(sessionId);
        await shop.refund(sessionId);
        await deliverAll(sessionId);
        const order = await shop.order(sessionId);
        expect(order?.status).toBe('refunded');
        const made = (await eventsOf(sessionId)).find((event) => event.type === 'refund.created');
        const refund = made?.data.object as unknown as Bag;
        const event = (changes: Bag, as = type) => ({
          ...made,
          id: `evt_${as.replaceAll('.', '_')}`,
          type: as,
          data: { object: { ...refund, ...changes } },
        });
        await shop.deliver(event({ status: 'pending' }));
        expect((await shop.order(sessionId))?.status).toBe('refunded');
        for (let copy = 0; copy < 2; copy += 1) {
          expect((await shop.deliver(event({ status: 'failed' }))).status).toBe(200);
        }
        // Late copies of what came before change nothing.
        await deliverAll(sessionId);
        const restored = await shop.order(sessionId);
        expect(restored?.status).toBe('completed');
        expect(restored?.history?.filter(({ kind }) => kind === 'refund-failed')).toHaveLength(1);
        await until(() => failed.some(({ orderId }) => orderId === order?._id));
        await shop.deliver(event({ id: 're_second', status: 'succeeded' }, 'refund.created'));
        expect((await shop.order(sessionId))?.status).toBe('refunded');
        await until(() => refunded.filter(({ orderId }) => orderId === order?._id).length === 2);
        expect(failed.filter(({ orderId }) => orderId === order?._id)).toHaveLength(1);
      },
    );

    it('is disputed during a dispute, and completed again when the dispute is won [R-checkout.16] [R-checkout.17]', async () => {
      const disputed = await shop.fakeService.collect(orderDisputed);
      const won = await shop.fakeService.collect(orderDisputeWon);
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      await deliverAll(sessionId);
      await shop.dispute(sessionId);
      await deliverAll(sessionId);
      expect((await shop.order(sessionId))?.status).toBe('disputed');
      await until(() => disputed.length === 1);
      await shop.closeDispute(sessionId, 'won');
      await deliverAll(sessionId);
      expect((await shop.order(sessionId))?.status).toBe('completed');
      await until(() => won.length === 1);
    });

    it('is unchanged by an inquiry, which is reported to the seller, but disputed if a dispute follows', async () => {
      const [contested, disputed, won] = await Promise.all([
        shop.fakeService.collect(orderContested),
        shop.fakeService.collect(orderDisputed),
        shop.fakeService.collect(orderDisputeWon),
      ]);
      const keys = randomKeys();
      const reseller = await shop.addReseller({ email: 'seller@acme.example' }, keys);
      const options = { path: `/api/stripe-webhook/reseller/${reseller._id}`, secret: keys.webhookSecret };
      const product = '/api/create-reseller-product-checkout';
      const asked = await shop.checkOut(product, { resellerId: reseller._id });
      await shop.pay(asked);
      await deliverAll(asked, keys.secretKey, options);
      await shop.dispute(asked, 'inquiry');
      await deliverAll(asked, keys.secretKey, options);
      const order = await shop.order(asked);
      expect(order?.status).toBe('completed');
      const list = async () =>
        (await shop.as({ role: 'reseller', resellerId: reseller._id }, '/api/resellers/orders')).body;
      expect(await list()).toMatchObject([{ id: order?._id, status: 'completed', hasInquiry: true }]);
      await until(() => contested.length === 1);
      expect(contested[0]).toMatchObject({
        orderId: order?._id,
        kind: 'inquiry',
        disputeId: expect.stringMatching(/^du_/),
        seller: { resellerId: reseller._id },
        sellerEmail: 'seller@acme.example',
      });

      await shop.advanceDispute(asked, 'escalate');
      await deliverAll(asked, keys.secretKey, options);
      expect((await shop.order(asked))?.status).toBe('disputed');
      expect(await list()).not.toMatchObject([{ hasInquiry: true }]);
      await until(() => contested.length === 2 && disputed.length === 1);
      expect(contested[1]).toMatchObject({ orderId: order?._id, kind: 'dispute' });
      expect(disputed[0]?.orderId).toBe(order?._id);

      const closed = await shop.checkOut(product, { resellerId: reseller._id });
      await shop.pay(closed);
      await shop.dispute(closed, 'inquiry');
      await deliverAll(closed, keys.secretKey, options);
      await shop.closeDispute(closed, 'warning_closed');
      await deliverAll(closed, keys.secretKey, options);
      const kept = await shop.order(closed);
      expect(kept?.status).toBe('completed');
      expect(kept?.history?.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['inquiry-opened', 'inquiry-closed']),
      );
      // Published in the order of the writes: what the inquiry would have published came before this one.
      await until(() => contested.some(({ orderId }) => orderId === kept?._id));
      expect([...disputed, ...won].some(({ orderId }) => orderId === kept?._id)).toBe(false);
    });

    it('is not changed by an appeal or an unknown status', async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      await deliverAll(sessionId);
      await shop.dispute(sessionId);
      const created = (await eventsOf(sessionId)).find(({ type }) => type === 'charge.dispute.created');
      for (const status of ['appeal_needs_response', 'appeal_under_review', 'something_new']) {
        const object = { ...(created?.data.object as object), status };
        const event = { ...created, type: 'charge.dispute.updated', data: { object } };
        expect((await shop.deliver(event)).status).toBe(200);
      }
      expect((await shop.order(sessionId))?.status).toBe('completed');
    });

    it('is published as lost after a lost dispute', async () => {
      const lost = await shop.fakeService.collect(orderDisputeLost);
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      await deliverAll(sessionId);
      await shop.dispute(sessionId);
      await shop.closeDispute(sessionId, 'lost');
      await deliverAll(sessionId);
      expect((await shop.order(sessionId))?.status).toBe('disputed');
      await until(() => lost.length === 1);
    });

    it('contains at most 300 characters of a text that the payer typed', async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      const all = await shop.eventsOf(shop.platformKey);
      const event = all.findLast(
        ({ type, data }) =>
          type === 'checkout.session.completed' && (data.object as { id: string }).id === sessionId,
      );
      const object = event?.data.object as { customer_details: object };
      Object.assign(object.customer_details, { name: 'n'.repeat(400_000), business_name: 'b'.repeat(301) });
      expect((await shop.deliver(event ?? {})).status).toBe(200);
      const order = await shop.order(sessionId);
      expect(order?.customerName).toBe('n'.repeat(300));
      expect(order?.customerBusinessName).toBe('b'.repeat(300));
    });

    it('is refunded by a refund that arrives before its payment, because the provider is asked for the session', async () => {
      const sessionId = await shop.checkOut(MAIN);
      await shop.pay(sessionId);
      await shop.refund(sessionId);
      const all = await shop.eventsOf(shop.platformKey);
      const refund = all.findLast((event) => event.type === 'charge.refunded');
      expect((await shop.deliver(refund ?? {})).status).toBe(200);
      expect((await shop.order(sessionId))?.status).toBe('refunded');
      await deliverAll(sessionId);
      expect((await shop.order(sessionId))?.status).toBe('refunded');
    });
  });
});
