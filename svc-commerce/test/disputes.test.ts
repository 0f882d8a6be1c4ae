import { OpenDisputes, OrderDisputes } from '@leadping/contracts/commerce/dispute-routes';
import { orderContested } from '@leadping/contracts/commerce/order-events';
import { licenseTimeline, mailDeliveries } from '@leadping/contracts/timeline';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import { hashEmail } from '../src/orders/hash-email.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

jest.setTimeout(120_000);

describe('disputes', () => {
  let shop: Shop;
  let support: FakeService;
  beforeAll(async () => {
    shop = await openShop();
    support = await openFakeService(shop.config, 'svc-support');
    shop.fakeService.bus.respond(licenseTimeline, async ({ orderId }) => ({
      licenseIds: [`license-of-${orderId}`],
      entries: [
        {
          at: '2026-11-02T10:00:00.000Z',
          service: 'svc-licensing' as const,
          kind: 'device' as const,
          title: 'Device activated',
          detail: '0123abcd…, last used 2026-11-20T08:15:00.000Z',
          state: 'ok' as const,
          traceId: null,
          subjectId: 'license',
          action: null,
        },
      ],
    }));
    support.bus.respond(mailDeliveries, async ({ licenseIds }) => ({
      mails: licenseIds.map(() => ({
        to: 'b***@example.com',
        sentAt: '2026-11-01T09:30:00.000Z',
        events: [{ kind: 'delivered' as const, at: '2026-11-01T09:30:05.000Z' }],
      })),
    }));
  });
  afterAll(async () => {
    await support.close();
    await shop.close();
  });

  const reportAll = async () => {
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
  };
  const sell = async () => {
    const sessionId = await shop.checkOut('/api/create-main-checkout');
    await shop.pay(sessionId, 'paid', 'buyer@example.com', { name: 'Jane Doe', businessName: 'Doe Ltd' });
    await reportAll();
    return { sessionId, orderId: (await shop.order(sessionId))?._id ?? '' };
  };
  const readDisputes = async (orderId: string) =>
    OrderDisputes.parse((await shop.asAdmin(`/api/admin/orders/${orderId}/disputes`)).body);
  const openDisputes = async () => OpenDisputes.parse((await shop.asAdmin('/api/admin/disputes')).body);

  it('show amount, reason, deadline and their page at Stripe, and a draft of what is recorded', async () => {
    const contested = await shop.fakeService.collect(orderContested);
    const { sessionId, orderId } = await sell();
    expect(await readDisputes(orderId)).toEqual({ disputes: [], evidence: null, missing: [] });
    await shop.dispute(sessionId);
    await reportAll();
    const { disputes, evidence, missing } = await readDisputes(orderId);
    expect(missing).toEqual([]);
    const [dispute] = disputes;
    expect(disputes).toEqual([
      {
        id: expect.stringMatching(/^du_/),
        isInquiry: false,
        stage: 'needs-response',
        reason: 'fraudulent',
        amount: '79.00',
        currency: 'USD',
        dueBy: expect.any(String),
        stripeUrl: `https://dashboard.stripe.com/test/disputes/${dispute?.id}`,
      },
    ]);
    for (const line of [
      `Dispute ${dispute?.id}`,
      'Reason given: fraudulent',
      `Order: ${orderId}`,
      'Paid: $79.00 on',
      'Buyer: Jane Doe, Doe Ltd, buyer@example.com',
      'to b***@example.com, accepted by Postmark on 2026-11-01 09:30 UTC',
      'delivered to the buyer’s mail server on 2026-11-01 09:30 UTC',
      'Device activated on 2026-11-02 10:00 UTC (device 0123abcd…, last used 2026-11-20 08:15 UTC)',
      '/terms-of-service',
      'Guarantee: 60-day money-back guarantee',
      'A separate acceptance is not recorded.',
      'The buyer did not use the withdrawal form.',
    ]) {
      expect(evidence).toContain(line);
    }
    await until(() => Promise.resolve(contested.some((each) => each.orderId === orderId)));
    expect(contested.find((each) => each.orderId === orderId)).toMatchObject({
      kind: 'dispute',
      dueBy: dispute?.dueBy,
      reason: 'fraudulent',
    });
  });

  it('have a draft that says whether the buyer agreed to immediate delivery, and what that ended', async () => {
    const { sessionId, orderId } = await sell();
    await shop.dispute(sessionId);
    await reportAll();
    const orders = shop.database.collection<{ _id: string }>('orders');
    const store = (fields: object) => orders.updateOne({ _id: orderId }, { $set: fields });
    const ended = 'Right of withdrawal: it ended with this agreement';
    expect((await readDisputes(orderId)).evidence).not.toContain(ended);
    const consent = { text: 'I agree.', at: '2026-11-01T09:00:00.000Z' };
    const confirmation = { emailHash: hashEmail('buyer@example.com'), sentAt: new Date() };
    await store({ 'sellerTerms.deliveryConsent': consent, confirmation });
    const { evidence } = await readDisputes(orderId);
    expect(evidence).toContain('The buyer agreed on 2026-11-01 09:00 UTC: “I agree.”');
    expect(evidence).toContain(ended);
    // The mail with the key did not arrive, so that it confirmed nothing.
    await store({ emailProblem: 'bounced' });
    expect((await readDisputes(orderId)).evidence).not.toContain(ended);
  });

  it('over reseller rights have a draft that speaks of the sign-in and of no license', async () => {
    const { sessionId, orderId } = await sell();
    await shop.dispute(sessionId);
    await reportAll();
    const orders = shop.database.collection<{ _id: string }>('orders');
    await orders.updateOne({ _id: orderId }, { $set: { productType: 'reseller_rights' } });
    const { evidence } = await readDisputes(orderId);
    expect(evidence).toContain('The sign-in is sent by email after the payment.');
    for (const word of ['license key', 'withdraw within', 'No license']) expect(evidence).not.toContain(word);
  });

  it('wait for an answer until it is given, the nearest deadline first, and an inquiry is one too', async () => {
    const [asked, disputed] = [await sell(), await sell()];
    await shop.dispute(asked.sessionId, 'inquiry');
    await shop.dispute(disputed.sessionId);
    await reportAll();
    const orders = shop.database.collection<{ _id: string }>('orders');
    const sooner = new Date(Date.now() + 3_600_000);
    await orders.updateOne({ _id: disputed.orderId }, { $set: { disputeDueAt: sooner } });
    const mine = async () =>
      (await openDisputes()).filter(({ orderId }) => [asked.orderId, disputed.orderId].includes(orderId));
    expect(await mine()).toMatchObject([
      { orderId: disputed.orderId, isInquiry: false, isTest: true, customerEmail: 'buyer@example.com' },
      { orderId: asked.orderId, isInquiry: true },
    ]);
    await shop.advanceDispute(asked.sessionId, 'answer');
    await reportAll();
    expect((await mine()).map(({ orderId }) => orderId)).toEqual([disputed.orderId]);
    expect((await readDisputes(asked.orderId)).disputes).toMatchObject([
      { isInquiry: true, stage: 'under-review' },
    ]);
    await shop.closeDispute(disputed.sessionId, 'won');
    await reportAll();
    expect(await mine()).toEqual([]);
    const { disputes, evidence } = await readDisputes(disputed.orderId);
    expect(disputes).toMatchObject([{ stage: 'won' }]);
    expect(evidence).not.toBeNull();
  });

  it('of a reseller are read by this reseller alone', async () => {
    const keys = randomKeys();
    const [seller, other] = [await shop.addReseller({}, keys), await shop.addReseller()];
    const resellerId = seller._id;
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId });
    await shop.pay(sessionId);
    await shop.dispute(sessionId);
    for (const event of await shop.eventsOf(keys.secretKey)) {
      const path = `/api/stripe-webhook/reseller/${resellerId}`;
      await shop.deliver(event, { path, secret: keys.webhookSecret });
    }
    const orderId = (await shop.order(sessionId))?._id ?? '';
    const as = (id: string, path: string) =>
      shop.as({ role: 'reseller', resellerId: id }, `/api/resellers${path}`);
    const own = await as(resellerId, `/orders/${orderId}/disputes`);
    expect(own.body).toMatchObject({
      disputes: [{ stripeUrl: expect.stringMatching(/^https:\/\/dashboard\.stripe\.com\/disputes\/du_/) }],
      evidence: expect.stringContaining(`/r/${seller.slugs[0]}/terms-of-service`),
    });
    expect((await as(resellerId, '/disputes')).body).toMatchObject([{ orderId, isTest: false }]);
    expect((await as(other._id, `/orders/${orderId}/disputes`)).status).toBe(404);
    expect((await as(other._id, '/disputes')).body).toEqual([]);
    expect((await shop.asAdmin(`/api/admin/orders/${orderId}/disputes`)).status).toBe(404);
    expect((await openDisputes()).map((each) => each.orderId)).not.toContain(orderId);
  });

  it('whose event lacks amount, reason and deadline are shown without them and wait for an answer', async () => {
    const { sessionId, orderId } = await sell();
    await shop.dispute(sessionId);
    const events = await shop.eventsOf(shop.platformKey);
    const opened = structuredClone(events.findLast(({ type }) => type === 'charge.dispute.created'));
    Object.assign(opened?.data.object ?? {}, {
      amount: null,
      currency: 'xts',
      reason: null,
      evidence_details: null,
    });
    expect((await shop.deliver(opened ?? {})).status).toBe(200);
    const { disputes, evidence } = await readDisputes(orderId);
    expect(disputes).toMatchObject([
      { stage: 'needs-response', amount: null, currency: null, reason: null, dueBy: null },
    ]);
    expect(evidence).toContain('Evidence is due by: not reported');
    expect((await openDisputes()).at(-1)).toMatchObject({ orderId });
  });

  it('have a draft that names its gap while another service is away', async () => {
    const { sessionId, orderId } = await sell();
    await shop.dispute(sessionId);
    await reportAll();
    await support.close();
    const { evidence, missing } = await readDisputes(orderId);
    expect(missing).toEqual(['svc-support']);
    expect(evidence).toContain(
      'Delivery\n- This part could not be read. Load the draft again before you use it.',
    );
    support = await openFakeService(shop.config, 'svc-support');
  });
});
