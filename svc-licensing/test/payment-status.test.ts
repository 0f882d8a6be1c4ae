import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  foldPayment,
  NOTHING_TAKEN_BACK,
  statusOf,
  type PaymentChange,
} from '../src/licenses/payment-status.ts';

type Published = { change: PaymentChange; revision: number };

const end = (events: readonly Published[]) =>
  statusOf(
    events.reduce(
      (payment, { change, revision }) => foldPayment(payment, change, revision),
      NOTHING_TAKEN_BACK,
    ),
    false,
  );

/** A history as an order writes it: every change has its own revision. */
const history = fc
  .array(
    fc.constantFrom<PaymentChange>('refunded', 'refund-failed', 'disputed', 'dispute-won', 'dispute-lost'),
    {
      maxLength: 8,
    },
  )
  .map((changes) => changes.map((change, index) => ({ change, revision: index + 2 })));

/** The same events in another order, some of them twice. */
const republished = (events: Published[]) =>
  fc
    .tuple(fc.subarray(events), fc.constant(events))
    .map((parts) => parts.flat())
    .chain((published) => fc.shuffledSubarray(published, { minLength: published.length }));

describe('the payment status of a license', () => {
  it('is the same for any order and number of the events [R-checkout.25]', () => {
    const cases = history.chain((events) => fc.tuple(fc.constant(events), republished(events)));
    fc.assert(
      fc.property(cases, ([events, published]) => {
        expect(end(published)).toBe(end(events));
      }),
    );
  });

  it.each<[string, PaymentChange[], string]>([
    ['nothing happened', [], 'active'],
    ['refunded', ['refunded'], 'revoked'],
    ['refund failed', ['refunded', 'refund-failed'], 'active'],
    ['refund failed, then refunded', ['refunded', 'refund-failed', 'refunded'], 'revoked'],
    ['refund failed, then disputed', ['refunded', 'refund-failed', 'disputed'], 'suspended'],
    ['disputed', ['disputed'], 'suspended'],
    ['disputed and won', ['disputed', 'dispute-won'], 'active'],
    ['disputed and lost', ['disputed', 'dispute-lost'], 'revoked'],
    ['dispute won, then disputed again', ['disputed', 'dispute-won', 'disputed'], 'suspended'],
    ['refunded, then a dispute won', ['refunded', 'disputed', 'dispute-won'], 'revoked'],
  ])('follows the payment: %s', (_name, changes, status) => {
    expect(end(changes.map((change, index) => ({ change, revision: index + 2 })))).toBe(status);
  });

  it('starts with nothing refunded and nothing disputed', () => {
    expect(NOTHING_TAKEN_BACK).toEqual({
      refunded: false,
      disputeLost: false,
      disputeOpen: false,
      disputeRevision: 0,
    });
  });

  it('never reactivates a license that was revoked by hand', () => {
    expect(statusOf(NOTHING_TAKEN_BACK, true)).toBe('revoked');
    expect(statusOf({ ...NOTHING_TAKEN_BACK, disputeOpen: true }, true)).toBe('revoked');
  });

  it('accepts a failed refund for a refund that was stored before refunds had revisions', () => {
    const older = { ...NOTHING_TAKEN_BACK, refunded: true };
    expect(foldPayment(older, 'refund-failed', 1)).toEqual({ ...older, refunded: false, refundRevision: 1 });
    expect(foldPayment(older, 'refund-failed', 0)).toEqual(older);
  });

  it('ignores a change whose revision is not newer than the known revision of its kind', () => {
    const known = { ...NOTHING_TAKEN_BACK, refunded: true, refundRevision: 4, disputeRevision: 6 };
    expect(foldPayment(known, 'refund-failed', 4)).toEqual(known);
    expect(foldPayment(known, 'disputed', 6)).toEqual(known);
    expect(foldPayment(known, 'refund-failed', 5)).toMatchObject({ refunded: false, refundRevision: 5 });
    expect(foldPayment(known, 'disputed', 7)).toMatchObject({ disputeOpen: true, disputeRevision: 7 });
  });
});
