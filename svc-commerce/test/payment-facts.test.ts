import { describe, expect, it } from '@jest/globals';
import {
  foldFacts,
  growsTooLarge,
  hasOpenInquiry,
  isInquiry,
  netRefundedMinor,
  NO_FACTS,
  orderStatusOf,
  paymentStatusOf,
} from '../src/orders/payment-facts.ts';
import type { DisputeOutcome, PaymentFacts, Refund } from '../src/payment-provider/payment-provider.ts';

const AMOUNT = 7900;
const fold = (...updates: Partial<PaymentFacts>[]) => updates.reduce<PaymentFacts>(foldFacts, NO_FACTS);
const refund = (amountMinor: number, failed = false): Refund => ({ amountMinor, failed });
const status = (...updates: Partial<PaymentFacts>[]) => orderStatusOf(fold(...updates), AMOUNT);

describe('the facts of a payment', () => {
  it('start with nothing paid, failed, refunded or disputed', () => {
    expect(fold()).toEqual({ paid: false, failed: false, refundedMinor: 0, disputes: {} });
    expect(fold({})).toEqual({ paid: false, failed: false, refundedMinor: 0, disputes: {}, refunds: {} });
  });

  it('stay paid and stay failed, regardless of later updates', () => {
    expect(fold({ paid: true }, { paid: false, failed: true }, { failed: false })).toMatchObject({
      paid: true,
      failed: true,
    });
  });

  it.each<[string, boolean, Partial<PaymentFacts>]>([
    ['a refunded total', true, { refundedMinor: 1 }],
    ['a refund', true, { refunds: { r: refund(1) } }],
    ['a dispute', true, { disputes: { d: 'inquiry' } }],
    ['a refunded total of nothing', false, { refundedMinor: 0, refunds: {}, disputes: {} }],
    ['a failed payment', false, { failed: true }],
  ])('after %s alone have paid set to %s', (_name, paid, update) => {
    expect(fold(update).paid).toBe(paid);
  });

  it('keep the largest amount and the failure of each refund', () => {
    const facts = fold(
      { refunds: { a: refund(500), b: refund(100, true) } },
      { refunds: { a: refund(300), b: refund(200) } },
    );
    expect(facts.refunds).toEqual({ a: refund(500), b: refund(200, true) });
  });

  it('keep the largest refunded total', () => {
    expect(fold({ refundedMinor: 500 }, { refundedMinor: 300 }, {}).refundedMinor).toBe(500);
  });

  it('keep the disputes and refunds that an update does not name', () => {
    const facts = fold(
      { disputes: { d: 'won' }, refunds: { r: refund(1) } },
      { disputes: { e: 'open' }, refunds: { s: refund(2) } },
    );
    expect(facts.disputes).toEqual({ d: 'won', e: 'open' });
    expect(facts.refunds).toEqual({ r: refund(1), s: refund(2) });
  });

  it('keep the highest outcome of a dispute, whichever comes first', () => {
    const ranked: DisputeOutcome[] = ['inquiry', 'open', 'inquiry-closed', 'won', 'lost'];
    for (const [first, known] of ranked.entries()) {
      for (const [second, next] of ranked.entries()) {
        const { disputes } = fold({ disputes: { d: known } }, { disputes: { d: next } });
        expect(disputes).toEqual({ d: ranked[Math.max(first, second)] });
      }
    }
  });

  it('distinguish an inquiry of the bank from a dispute', () => {
    expect((['inquiry', 'inquiry-closed', 'open', 'won', 'lost'] as const).map(isInquiry)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(hasOpenInquiry(fold({ disputes: { a: 'won', b: 'inquiry' } }))).toBe(true);
    expect(hasOpenInquiry(fold({ disputes: { a: 'open', b: 'inquiry-closed' } }))).toBe(false);
  });
});

describe('the refunded amount', () => {
  it('is the total until a refund fails, and from then on the sum of the other refunds', () => {
    expect(netRefundedMinor(fold({ refundedMinor: 900, refunds: { a: refund(300), b: refund(200) } }))).toBe(
      900,
    );
    expect(
      netRefundedMinor(
        fold({ refundedMinor: 900, refunds: { a: refund(300), b: refund(200), c: refund(400, true) } }),
      ),
    ).toBe(500);
    expect(netRefundedMinor({ ...NO_FACTS, refundedMinor: 900 })).toBe(900);
  });

  it('makes the order refunded when it reaches the price, but not one minor unit below', () => {
    expect(status({ refundedMinor: AMOUNT - 1 })).toBe('completed');
    expect(status({ refundedMinor: AMOUNT })).toBe('refunded');
    expect(status({ refundedMinor: AMOUNT + 1 })).toBe('refunded');
  });
});

describe('the status of an order', () => {
  it.each<[string, Partial<PaymentFacts>[]]>([
    ['pending', []],
    ['failed', [{ failed: true }]],
    ['completed', [{ failed: true }, { paid: true }]],
    ['disputed', [{ disputes: { a: 'open' } }]],
    ['disputed', [{ disputes: { a: 'lost', b: 'won' } }]],
    ['completed', [{ disputes: { a: 'won' } }]],
    ['refunded', [{ disputes: { a: 'lost' } }, { refundedMinor: AMOUNT }]],
  ])('is %s after %j', (expected, updates) => {
    expect(status(...updates)).toBe(expected);
  });

  it('distinguishes a lost dispute from an open one for the license', () => {
    expect(paymentStatusOf(fold({ disputes: { a: 'lost', b: 'open' } }), AMOUNT)).toBe('lost');
    expect(paymentStatusOf(fold({ disputes: { a: 'won', b: 'open' } }), AMOUNT)).toBe('disputed');
  });
});

describe('the limit of refunds and disputes of an order', () => {
  const refunds = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_each, index) => [`r${index}`, refund(1)]));
  const disputes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_each, index) => [`d${index}`, 'won' as const]));

  it('is 200 of each', () => {
    expect(growsTooLarge(NO_FACTS, fold({ refunds: refunds(200), disputes: disputes(200) }))).toBe(false);
    expect(growsTooLarge(NO_FACTS, fold({ refunds: refunds(201) }))).toBe(true);
    expect(growsTooLarge(NO_FACTS, fold({ disputes: disputes(201) }))).toBe(true);
  });

  it('does not refuse facts that add none to an order that already has more', () => {
    const full = fold({ refunds: refunds(201) });
    expect(growsTooLarge(full, fold({ refunds: refunds(201), disputes: disputes(1) }))).toBe(false);
    expect(growsTooLarge(full, fold({ refunds: refunds(202) }))).toBe(true);
  });
});
