import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { idOf } from '../src/stripe/objects/id-of.ts';
import { freshKey, listen, errorReplyOf, sessionParams, typesOf, useSandbox } from './kit.ts';

describe('the life of a payment', () => {
  const kit = useSandbox();

  async function openSession(overrides: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
    const key = freshKey();
    const stripe = kit.stripe(key);
    const listener = await listen(kit, key);
    const session = await stripe.checkout.sessions.create(sessionParams(overrides));
    const act = (path: string, body: unknown) => kit.call('POST', `/pay/${session.id}${path}`, body);
    const pay = (outcome: string, more = {}) => act('', { email: 'jane@example.com', outcome, ...more });
    return { stripe, listener, session, act, pay };
  }

  it('can be backdated, which changes only the times of its charge and events', async () => {
    const { stripe, session, pay } = await openSession();
    await pay('paid');
    const charge = async () => (await stripe.charges.list()).data[0]?.created ?? 0;
    const events = async () => (await stripe.events.list({ limit: 100 })).data.map(({ created }) => created);
    const before = { charge: await charge(), events: await events() };
    expect((await kit.call('POST', `/pay/${session.id}/backdate`, { seconds: 3600 })).status).toBe(200);
    expect(await charge()).toBe(before.charge - 3600);
    expect(await events()).toEqual(before.events.map((created) => created - 3600));
    expect((await stripe.checkout.sessions.retrieve(session.id)).created).toBe(session.created);
    expect((await kit.call('POST', `/pay/${session.id}/backdate`, { seconds: 0 })).status).toBe(400);
    expect((await kit.call('POST', '/pay/cs_none/backdate', { seconds: 1 })).status).toBe(404);
  });

  it('can be paid, which completes the session and creates four events in order', async () => {
    const { stripe, listener, session, pay } = await openSession({
      client_reference_id: 'order-9',
      metadata: { order: '9' },
      payment_intent_data: { metadata: { license: 'main' }, description: 'One license' },
    });

    const { status, body } = await pay('paid', { name: 'Jane Doe' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: session.id, status: 'complete', payment_status: 'paid', url: null });

    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge.balance_transaction'],
    });
    expect(paid.customer_details).toMatchObject({ email: 'jane@example.com', name: 'Jane Doe' });
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount: 9_700,
      amount_received: 9_700,
      metadata: { license: 'main' },
      description: 'One license',
    });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({
      paid: true,
      status: 'succeeded',
      amount: 9_700,
      payment_intent: intent.id,
      metadata: { license: 'main' },
      billing_details: { email: 'jane@example.com', name: 'Jane Doe' },
      payment_method_details: { type: 'card', card: { last4: '4242' } },
    });
    expect(charge.balance_transaction).toMatchObject({ amount: 9_700, net: 9_700 - 311, source: charge.id });

    const requests = await listener.requests(4);
    expect(typesOf(requests)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
    expect(requests[3]!.json).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: {
        object: {
          id: session.id,
          payment_status: 'paid',
          client_reference_id: 'order-9',
          metadata: { order: '9' },
          payment_intent: intent.id,
        },
      },
    });
  });

  it('can be pending and later paid', async () => {
    const { stripe, listener, session, pay } = await openSession();
    expect((await pay('unpaid')).body).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(typesOf(await listener.requests(4)).at(-1)).toBe('checkout.session.completed');
    expect((await stripe.paymentIntents.list()).data[0]).toMatchObject({ status: 'processing' });

    expect((await pay('async_paid')).body).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect(typesOf(await listener.requests(7)).slice(4)).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('can be pending and later failed', async () => {
    const { stripe, listener, session, pay } = await openSession();
    await pay('unpaid');
    expect((await pay('async_failed')).body).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    const requests = await listener.requests(7);
    expect(typesOf(requests).slice(4)).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'checkout.session.async_payment_failed',
    ]);
    expect(requests[6]!.json).toMatchObject({
      data: { object: { id: session.id, payment_status: 'unpaid' } },
    });
    expect((await stripe.paymentIntents.list()).data[0]!.last_payment_error).toMatchObject({
      code: 'payment_intent_payment_attempt_failed',
    });
  });

  it('takes both steps for async_paid and async_failed from an open session', async () => {
    const paid = await openSession();
    await paid.pay('async_paid');
    expect(typesOf(await paid.listener.requests(7)).filter((type) => type.startsWith('checkout'))).toEqual([
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
    ]);
    const failed = await openSession();
    await failed.pay('async_failed');
    expect(typesOf(await failed.listener.requests(7)).filter((type) => type.startsWith('checkout'))).toEqual([
      'checkout.session.completed',
      'checkout.session.async_payment_failed',
    ]);
  });

  it.each([
    ['4000 0000 0000 0002', 'generic_decline'],
    ['4000 0000 0000 9995', 'insufficient_funds'],
    ['4000 0000 0000 0069', 'expired_card'],
  ])('can be declined (%s), then paid with another card by the same payment', async (card, declineCode) => {
    const { stripe, listener, pay } = await openSession();
    expect((await pay('paid', { card })).body).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect(typesOf(await listener.requests(3))).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
    expect((await stripe.paymentIntents.list()).data[0]).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: declineCode },
    });
    expect((await pay('paid')).body).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  it('allows only one payment per session', async () => {
    const { stripe, pay } = await openSession();
    await pay('paid');
    for (const outcome of ['paid', 'unpaid', 'declined', 'async_paid'])
      expect((await pay(outcome)).status).toBe(400);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('needs no money for a session with the amount zero', async () => {
    const key = freshKey();
    const stripe = kit.stripe(key);
    const { id } = await stripe.checkout.sessions.create(sessionParams({}, 0));
    await kit.call('POST', `/pay/${id}`, { email: 'a@b.co', outcome: 'paid' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
    });
  });

  it('creates a customer with customer_creation "always"', async () => {
    const { stripe, pay } = await openSession({ customer_creation: 'always' });
    const { customer } = (await pay('paid')).body as Stripe.Checkout.Session;
    expect(await stripe.customers.retrieve(idOf(customer))).toMatchObject({ email: 'jane@example.com' });
  });

  it('can be refunded in parts and then in full', async () => {
    const { stripe, listener, pay } = await openSession();
    const { payment_intent: intent } = (await pay('paid')).body as Stripe.Checkout.Session;
    const part = await stripe.refunds.create({ payment_intent: idOf(intent), amount: 700 });
    expect(part).toMatchObject({ object: 'refund', amount: 700, status: 'succeeded', currency: 'usd' });
    const rest = await stripe.refunds.create({
      charge: idOf(part.charge),
      reason: 'requested_by_customer',
    });
    expect(rest.amount).toBe(9_000);

    const requests = (await listener.requests(8)).slice(4);
    expect(typesOf(requests)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
    expect(requests[1]!.json).toMatchObject({
      data: {
        object: { amount_refunded: 700, refunded: false },
        previous_attributes: { amount_refunded: 0, refunded: false },
      },
    });
    expect(requests[3]!.json).toMatchObject({ data: { object: { amount_refunded: 9_700, refunded: true } } });
    const charge = await stripe.charges.retrieve(idOf(part.charge), { expand: ['refunds'] });
    expect(charge.refunds!.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect((await stripe.refunds.list({ charge: charge.id })).data).toHaveLength(2);
    expect((await stripe.refunds.retrieve(part.id)).amount).toBe(700);
  });

  it('rejects impossible refunds', async () => {
    const { stripe, pay, act } = await openSession();
    const { payment_intent: intent } = (await pay('paid')).body as Stripe.Checkout.Session;
    const refund = (amount?: number) =>
      errorReplyOf(stripe.refunds.create({ payment_intent: idOf(intent), ...(amount && { amount }) }));
    expect((await refund(9_701)).message).toBe(
      'Refund amount ($97.01) is greater than unrefunded amount on charge ($97.00)',
    );
    expect(await refund(-5)).toMatchObject({ code: 'parameter_invalid_integer', param: 'amount' });
    await act('/refund', {});
    expect(await refund()).toMatchObject({ code: 'charge_already_refunded' });
    expect(await errorReplyOf(stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' });
  });

  it.each(['won', 'lost'] as const)('can be disputed and %s', async (outcome) => {
    const { stripe, listener, pay, act } = await openSession();
    const { payment_intent: intent } = (await pay('paid')).body as Stripe.Checkout.Session;
    const opened = (await act('/dispute', { reason: 'product_not_received' })).body as Stripe.Dispute;
    expect(opened).toMatchObject({
      object: 'dispute',
      amount: 9_700,
      status: 'needs_response',
      reason: 'product_not_received',
      payment_intent: intent,
    });
    expect(await errorReplyOf(stripe.refunds.create({ payment_intent: idOf(intent) }))).toMatchObject({
      code: 'charge_disputed',
    });
    expect((await act('/dispute', {})).status).toBe(400);

    expect((await act('/dispute/close', { outcome })).body).toMatchObject({ status: outcome });
    const expected = [
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      ...(outcome === 'won' ? ['charge.dispute.funds_reinstated'] : []),
    ];
    expect(typesOf(await listener.requests(4 + expected.length)).slice(4)).toEqual(expected);
    expect(await stripe.disputes.retrieve(opened.id)).toMatchObject({ status: outcome });
    expect((await stripe.charges.retrieve(idOf(opened.charge))).disputed).toBe(true);
    expect((await act('/dispute/close', { outcome })).status).toBe(400);
  });

  it('keeps its money during an inquiry, and loses it once that becomes a dispute', async () => {
    const { stripe, listener, pay, act } = await openSession();
    await pay('paid');
    const held = async () => (await stripe.balance.retrieve()).available[0]!.amount;
    const before = await held();
    const opened = (await act('/dispute', { kind: 'inquiry' })).body as Stripe.Dispute;
    expect(opened).toMatchObject({
      status: 'warning_needs_response',
      balance_transactions: [],
      is_charge_refundable: true,
      payment_method_details: { card: { case_type: 'inquiry' } },
    });
    expect((await act('/dispute/answer', {})).body).toMatchObject({ status: 'warning_under_review' });
    expect((await act('/dispute/close', { outcome: 'won' })).status).toBe(400);
    expect(await held()).toBe(before);

    expect((await act('/dispute/escalate', {})).body).toMatchObject({
      id: opened.id,
      status: 'needs_response',
      is_charge_refundable: false,
      payment_method_details: { card: { case_type: 'chargeback' } },
    });
    expect(await held()).toBeLessThan(before);
    expect((await act('/dispute/escalate', {})).status).toBe(400);
    expect(typesOf(await listener.requests(8)).slice(4)).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
    ]);
  });

  it('closes an inquiry by a full refund, and opens one with the test card for inquiries', async () => {
    const { stripe, pay, act } = await openSession();
    await act('', { email: 'jane@example.com', outcome: 'paid', card: '4000 0000 0000 1976' });
    expect((await stripe.disputes.list()).data).toMatchObject([{ status: 'warning_needs_response' }]);
    expect((await act('/refund', {})).status).toBe(200);
    expect((await stripe.disputes.list()).data).toMatchObject([{ status: 'warning_closed' }]);
    expect((await pay('paid')).status).toBe(400);
  });

  it('is lost in a dispute that the seller closes', async () => {
    const { stripe, pay, act } = await openSession();
    await pay('paid');
    const { id } = (await act('/dispute', {})).body as Stripe.Dispute;
    expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' });
    expect((await stripe.disputes.list()).data[0]).toMatchObject({ id, status: 'lost' });
  });

  it('ends when its session expires', async () => {
    const { stripe, listener, session } = await openSession({ metadata: { order: '1' } });
    await stripe.checkout.sessions.expire(session.id);
    const [request] = await listener.requests(1);
    expect(request!.json).toMatchObject({
      type: 'checkout.session.expired',
      request: { id: expect.stringMatching(/^req_/) },
      data: { object: { id: session.id, status: 'expired', metadata: { order: '1' } } },
    });
  });

  it('rejects actions on unpaid payments and invalid bodies', async () => {
    const { pay, act } = await openSession();
    expect((await act('/refund', {})).status).toBe(400);
    expect((await act('/dispute', {})).status).toBe(400);
    expect((await act('/dispute/close', { outcome: 'won' })).status).toBe(400);
    expect((await pay('stolen')).status).toBe(400);
    expect((await act('', { email: 'nobody', outcome: 'paid' })).status).toBe(400);
    expect((await kit.call('POST', '/pay/cs_test_none', { email: 'a@b.co', outcome: 'paid' })).status).toBe(
      404,
    );
  });
});
