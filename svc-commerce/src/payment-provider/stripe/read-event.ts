import { CURRENCIES } from '@leadping/contracts/currency';
import { z } from 'zod';
import type { DisputeDetails, DisputeOutcome, PaymentFacts, ProviderEvent } from '../payment-provider.ts';
import { PAYMENT_EVENTS, PaymentEvent, type ProviderDispute } from './provider-objects.ts';
import { readSession } from './read-session.ts';

const kinds: readonly unknown[] = PAYMENT_EVENTS;

const SESSION_KINDS = {
  'checkout.session.completed': 'checkout-completed',
  'checkout.session.async_payment_succeeded': 'late-payment-succeeded',
  'checkout.session.async_payment_failed': 'late-payment-failed',
} as const;

const NEEDS_RESPONSE: ReadonlySet<string> = new Set(['needs_response', 'warning_needs_response']);

/** Other statuses, such as those of an appeal, change nothing. */
const DISPUTE_OUTCOMES: ReadonlyMap<string, DisputeOutcome> = new Map([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry-closed'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);

/**
 * Reads a verified event. Returns null for kinds that change no order. They are accepted and dropped, because Stripe
 * would repeat refused ones.
 * @throws {ZodError} if it is not an object, or if a relevant event has an unknown shape; Stripe then keeps it and
 * repeats it
 */
export function readEvent(payload: unknown): ProviderEvent | null {
  const { type } = z.looseObject({ type: z.string() }).parse(payload);
  if (!kinds.includes(type)) return null;
  const event = PaymentEvent.parse(payload);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return {
        kind: SESSION_KINDS[event.type],
        session: readSession(event.data.object),
        at: new Date(event.created * 1000),
      };
    case 'charge.refunded': {
      const { payment_intent, amount_refunded: refundedMinor } = event.data.object;
      return paymentChanged(payment_intent, { refundedMinor });
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { id, payment_intent, amount: amountMinor, status } = event.data.object;
      const failed = status === 'failed' || status === 'canceled';
      return paymentChanged(payment_intent, { refunds: { [id]: { amountMinor, failed } } });
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { id, payment_intent, status } = event.data.object;
      const outcome = DISPUTE_OUTCOMES.get(status);
      if (outcome === undefined) return null;
      const details = readDetails(event.data.object, outcome, new Date(event.created * 1000));
      return paymentChanged(payment_intent, {
        disputes: { [id]: outcome },
        disputeDetails: { [id]: details },
      });
    }
  }
}

function readDetails(dispute: ProviderDispute, outcome: DisputeOutcome, reportedAt: Date): DisputeDetails {
  const { amount: amountMinor, currency: code, reason, evidence_details: evidence, status } = dispute;
  const currency = CURRENCIES.find((each) => each === code?.toUpperCase());
  const dueBy = evidence?.due_by;
  return {
    reportedAt,
    outcome,
    money: currency && typeof amountMinor === 'number' ? { amountMinor, currency } : null,
    reason: reason || null,
    // Stripe sends 0 or null if nothing can be answered.
    dueBy: dueBy ? new Date(dueBy * 1000) : null,
    needsResponse: NEEDS_RESPONSE.has(status),
  };
}

function paymentChanged(paymentId: string | null, facts: Partial<PaymentFacts>): ProviderEvent | null {
  return paymentId === null ? null : { kind: 'payment-changed', paymentId, facts };
}
