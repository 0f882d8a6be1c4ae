import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { idOf } from '../src/stripe/objects/id-of.ts';
import { errorReplyOf, freshKey, sessionParams, setProfile, useSandbox } from './kit.ts';

describe('refunds', () => {
  const kit = useSandbox();

  async function sell(profile: object = {}, amount = 9_700, currency = 'usd') {
    const key = freshKey();
    await setProfile(kit, key, profile);
    const stripe = kit.stripe(key);
    const { id } = await stripe.checkout.sessions.create(sessionParams({}, amount, currency));
    await kit.call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: 'paid' });
    const session = await stripe.checkout.sessions.retrieve(id);
    const intent = idOf(session.payment_intent);
    const charge = async () => (await stripe.charges.list()).data[0]!;
    const events = async () =>
      (await stripe.events.list({ limit: 100 })).data
        .map(({ type }) => type)
        .filter((type) => /refund/.test(type));
    const settle = (outcome: string, reason?: string) =>
      kit.call('POST', `/pay/${id}/refund/settle`, { outcome, ...(reason && { reason }) });
    return {
      key,
      stripe,
      intent,
      charge,
      events,
      settle,
      act: (path: string) => kit.call('POST', `/pay/${id}${path}`, {}),
    };
  }

  it('come with refund.created first and charge.refunded after it', async () => {
    const { stripe, intent, events } = await sell();
    await stripe.refunds.create({ payment_intent: intent, amount: 500 });
    expect((await events()).toReversed()).toEqual(['refund.created', 'charge.refunded']);
  });

  it('above the rest, or after all is refunded, are refused with the numbers', async () => {
    const { stripe, intent, charge } = await sell({}, 12_000, 'jpy');
    await stripe.refunds.create({ payment_intent: intent, amount: 2_000 });
    expect(
      await errorReplyOf(stripe.refunds.create({ payment_intent: intent, amount: 10_001 })),
    ).toMatchObject({
      statusCode: 400,
      code: undefined,
      param: 'amount',
      message: 'Refund amount (¥10,001) is greater than unrefunded amount on charge (¥10,000)',
    });
    await stripe.refunds.create({ payment_intent: intent });
    expect(await errorReplyOf(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
      code: 'charge_already_refunded',
      message: `Charge ${(await charge()).id} has already been refunded.`,
    });
  });

  it('of a charge with a chargeback are refused', async () => {
    const { stripe, intent, charge, act } = await sell();
    await act('/dispute');
    expect(await errorReplyOf(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
      code: 'charge_disputed',
      message: `Charge ${(await charge()).id} has been charged back; cannot issue a refund.`,
    });
  });

  it('are replayed for the same key and refused for the key with another body', async () => {
    const { stripe, intent } = await sell();
    const refund = (amount: number) =>
      stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: `key-${intent}` });
    const first = await refund(500);
    const second = await refund(500);
    expect(second.id).toBe(first.id);
    expect((await errorReplyOf(refund(600))).type).toBe('StripeIdempotencyError');
    expect((await stripe.refunds.list()).data).toHaveLength(1);
  });

  it('wait for money on a low balance, and then succeed', async () => {
    const { stripe, intent, charge, events, settle } = await sell({ refunds: 'pending' });
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(refund).toMatchObject({
      status: 'pending',
      pending_reason: 'insufficient_funds',
      balance_transaction: null,
    });
    expect((await charge()).refunded).toBe(true);
    expect((await settle('succeeded')).status).toBe(200);
    const settled = await stripe.refunds.retrieve(refund.id);
    expect(settled).toMatchObject({
      status: 'succeeded',
      balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(settled).not.toHaveProperty('pending_reason');
    expect((await events())[0]).toBe('refund.updated');
    expect((await settle('succeeded')).status).toBe(400);
  });

  it('fail, and the charge then counts as not refunded and can be refunded again', async () => {
    const { stripe, intent, charge, events, settle } = await sell({ refunds: 'pending' });
    const refund = await stripe.refunds.create({ payment_intent: intent });
    await settle('failed', 'expired_or_canceled_card');
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect((await events()).slice(0, 2)).toEqual(['refund.failed', 'refund.updated']);
    expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('pending');
  });

  it('that had succeeded bring the money back when they fail', async () => {
    const { stripe, intent, settle } = await sell();
    const held = async () => (await stripe.balance.retrieve()).available[0]!.amount;
    const before = await held();
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(await held()).toBe(before - 9_700);
    await settle('failed');
    expect(await held()).toBe(before);
    expect((await stripe.refunds.retrieve(refund.id)).failure_balance_transaction).toMatch(/^txn_/);
  });

  it('are refused if the balance does not cover them and cannot wait', async () => {
    const { stripe, intent, charge } = await sell({ refunds: 'refused' });
    expect((await errorReplyOf(stripe.refunds.create({ payment_intent: intent }))).message).toBe(
      'Insufficient funds in your Stripe balance to refund this amount.',
    );
    expect((await charge()).amount_refunded).toBe(0);
  });

  it('take a change of their metadata only', async () => {
    const { stripe, intent } = await sell();
    const { id } = await stripe.refunds.create({ payment_intent: intent });
    expect((await stripe.refunds.update(id, { metadata: { by: 'admin' } })).metadata).toEqual({
      by: 'admin',
    });
    const amount = { amount: 5 } as Stripe.RefundUpdateParams;
    expect(await errorReplyOf(stripe.refunds.update(id, amount))).toMatchObject({
      code: 'parameter_unknown',
    });
  });
});
