import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { foldFacts, NO_FACTS, paymentStatusOf, orderStatusOf } from '../src/orders/payment-facts.ts';
import type {
  DisputeDetails,
  DisputeOutcome,
  PaymentFacts,
} from '../src/payment-provider/payment-provider.ts';
import { openShop, type Shop } from './shop.ts';

const outcome = fc.constantFrom<DisputeOutcome>('inquiry', 'open', 'inquiry-closed', 'won', 'lost');
const time = fc.constantFrom(new Date(1_000_000), new Date(2_000_000));
const details = fc.record<DisputeDetails>({
  reportedAt: time,
  outcome,
  money: fc.constantFrom(
    null,
    { amountMinor: 7900, currency: 'USD' },
    { amountMinor: 7900, currency: 'EUR' },
  ),
  reason: fc.constantFrom(null, 'fraudulent', 'duplicate'),
  dueBy: fc.option(time),
  needsResponse: fc.boolean(),
});
const published: fc.Arbitrary<Partial<PaymentFacts>> = fc.oneof(
  fc.record({ paid: fc.boolean() }),
  fc.record({ failed: fc.boolean() }),
  fc.record({ refundedMinor: fc.constantFrom(0, 1, 3950, 7900) }),
  fc.record({
    refunds: fc.dictionary(
      fc.constantFrom('r1', 'r2'),
      fc.record({ amountMinor: fc.constantFrom(3950, 7900), failed: fc.boolean() }),
      { maxKeys: 2 },
    ),
  }),
  fc.record({ disputes: fc.dictionary(fc.constantFrom('d1', 'd2'), outcome, { maxKeys: 2 }) }),
  fc.record({ disputeDetails: fc.dictionary(fc.constantFrom('d1', 'd2'), details, { maxKeys: 2 }) }),
);
const AMOUNT = 7900;

/** A list of facts, and the same facts shuffled with some of them repeated. */
const shuffledCopies = fc.array(published, { minLength: 1, maxLength: 8 }).chain((facts) =>
  fc.tuple(
    fc.constant(facts),
    fc
      .array(fc.constantFrom(...facts), { maxLength: 8 })
      .chain((extra) =>
        fc.shuffledSubarray([...facts, ...extra], { minLength: facts.length + extra.length }),
      ),
  ),
);

jest.setTimeout(180_000);

describe('the payment status', () => {
  it('is the same in any order and with any number of copies of the updates', () => {
    const fold = (facts: Partial<PaymentFacts>[]) => facts.reduce<PaymentFacts>(foldFacts, NO_FACTS);
    fc.assert(
      fc.property(shuffledCopies, ([facts, shuffled]) => {
        expect(fold(shuffled)).toEqual(fold(facts));
        expect(orderStatusOf(fold(shuffled), AMOUNT)).toBe(orderStatusOf(fold(facts), AMOUNT));
      }),
      { numRuns: 500 },
    );
  });

  it('ranks a refund over disputes and a lost dispute over an open one, and ignores a won one', () => {
    const paymentStatus = (facts: Partial<PaymentFacts>) =>
      paymentStatusOf(foldFacts(NO_FACTS, facts), AMOUNT);
    expect(paymentStatus({ refundedMinor: AMOUNT, disputes: { a: 'open' } })).toBe('refunded');
    expect(paymentStatus({ disputes: { a: 'open', b: 'lost' } })).toBe('lost');
    expect(paymentStatus({ disputes: { a: 'won' } })).toBe('good');
    expect(paymentStatus({ refundedMinor: AMOUNT - 1 })).toBe('good');
    expect(paymentStatus({ failed: true })).toBe('unpaid');
  });

  it('is not changed by an inquiry that does not become a dispute, even if an earlier release stored it as a dispute', () => {
    const after = (...outcomes: DisputeOutcome[]) => {
      const facts = outcomes.reduce((known, each) => foldFacts(known, { disputes: { a: each } }), NO_FACTS);
      return paymentStatusOf(facts, AMOUNT);
    };
    expect(after('inquiry')).toBe('good');
    expect(after('inquiry', 'inquiry-closed')).toBe('good');
    expect(after('inquiry', 'open')).toBe('disputed');
    expect(after('open', 'inquiry')).toBe('disputed');
    expect(after('open', 'inquiry-closed')).toBe('good');
    expect(after('inquiry', 'open', 'lost')).toBe('lost');
  });

  it('ignores a refund that failed, but not the refund after it', () => {
    const failed = { amountMinor: AMOUNT, failed: true };
    const made = { amountMinor: AMOUNT, failed: false };
    const paymentStatus = (refunds: PaymentFacts['refunds'] & {}) =>
      paymentStatusOf(foldFacts(NO_FACTS, { refundedMinor: AMOUNT, refunds }), AMOUNT);
    expect(paymentStatus({ a: made })).toBe('refunded');
    expect(paymentStatus({ a: failed })).toBe('good');
    expect(paymentStatus({ a: failed, b: made })).toBe('refunded');
    expect(paymentStatus({ a: failed, b: { ...made, amountMinor: 1 } })).toBe('good');
  });
});

describe('the events of one order at the webhook', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  type Act = (sessionId: string) => Promise<void>;
  const stories: [string, string, Act[]][] = [
    ['paid, refunded', 'refunded', [(id) => shop.pay(id), (id) => shop.refund(id)]],
    ['late payment, disputed and won', 'completed', [
      (id) => shop.pay(id, 'async_paid'),
      (id) => shop.dispute(id),
      (id) => shop.closeDispute(id, 'won'),
    ]],
    ['disputed and lost', 'disputed', [
      (id) => shop.pay(id),
      (id) => shop.dispute(id),
      (id) => shop.closeDispute(id, 'lost'),
    ]],
    ['asked about by the bank', 'completed', [
      (id) => shop.pay(id),
      (id) => shop.dispute(id, 'inquiry'),
      (id) => shop.advanceDispute(id, 'answer'),
    ]],
    ['asked about by the bank, which closes its inquiry', 'completed', [
      (id) => shop.pay(id),
      (id) => shop.dispute(id, 'inquiry'),
      (id) => shop.closeDispute(id, 'warning_closed'),
    ]],
    ['asked about by the bank and disputed by it afterwards', 'disputed', [
      (id) => shop.pay(id),
      (id) => shop.dispute(id, 'inquiry'),
      (id) => shop.advanceDispute(id, 'answer'),
      (id) => shop.advanceDispute(id, 'escalate'),
      (id) => shop.advanceDispute(id, 'answer'),
    ]],
    ['asked about by the bank, disputed and won', 'completed', [
      (id) => shop.pay(id),
      (id) => shop.dispute(id, 'inquiry'),
      (id) => shop.advanceDispute(id, 'escalate'),
      (id) => shop.closeDispute(id, 'won'),
    ]],
    ['asked about by the bank and refunded', 'refunded', [
      (id) => shop.pay(id),
      (id) => shop.dispute(id, 'inquiry'),
      (id) => shop.refund(id),
    ]],
    ['late payment failed', 'failed', [(id) => shop.pay(id, 'async_failed')]],
    ['partly refunded', 'completed', [(id) => shop.pay(id), (id) => shop.refund(id, 100), (id) => shop.refund(id, 200)]],
  ]; // prettier-ignore

  it.each(stories)(
    'lead to the same status shuffled, repeated and in parallel: %s becomes %s',
    async (_story, status, acts) => {
      const tellers = [];
      for (let run = 0; run < 2; run += 1) {
        const before = new Set((await shop.eventsOf(shop.platformKey)).map(({ id }) => id));
        const sessionId = await shop.checkOut('/api/create-main-checkout');
        for (const act of acts) await act(sessionId);
        const events = (await shop.eventsOf(shop.platformKey)).filter(({ id }) => !before.has(id));
        tellers.push({ sessionId, events });
      }
      const ends: unknown[] = [];
      for (const { sessionId, events } of tellers) {
        const [shuffled = []] = fc.sample(
          fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          1,
        );
        await Promise.all(shuffled.map((event: Stripe.Event) => deliverUntilTaken(event)));
        const order = await shop.order(sessionId);
        expect(order?.status).toBe(status);
        // Ids and times differ from one order of events to the other.
        const details = Object.values(order?.facts.disputeDetails ?? {}).map(
          ({ outcome: last, needsResponse, reason, money }) => ({ last, needsResponse, reason, money }),
        );
        ends.push(order && { ...order.facts, disputes: {}, refunds: {}, disputeDetails: details });
      }
      expect(new Set(ends.map((facts) => JSON.stringify(facts))).size).toBe(1);
    },
  );

  async function deliverUntilTaken(event: Stripe.Event): Promise<void> {
    const { status } = await shop.deliver(event);
    expect(status).toBe(200);
  }
});
