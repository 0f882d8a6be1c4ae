import { z } from 'zod';
import { isAcceptedEmail } from '../stripe/checkout/accepted-email.ts';
import type { Sandbox } from '../sandbox.ts';
import { openDispute } from '../stripe/disputes/open-dispute.ts';
import { checkDetails, enterDetails } from '../stripe/checkout/enter-details.ts';
import { getSession } from '../stripe/checkout/get-session.ts';
import type { CheckoutSession } from '../stripe/objects/types.ts';
import { declineCard } from '../stripe/payments/decline-card.ts';
import { findLatestCharge, findPaymentIntent } from '../stripe/payments/find-payment.ts';
import { payByCard } from '../stripe/payments/pay-by-card.ts';
import { payLater } from '../stripe/payments/pay-later.ts';
import { getOpenSession } from '../stripe/payments/payment-steps.ts';
import { settleLatePayment } from '../stripe/payments/settle-late-payment.ts';
import { readCard } from './test-cards.ts';

/** What decides the price: the place of the buyer, a tax number and a code. */
export const details = z.object({
  country: z
    .string()
    .regex(/^(?:[A-Z]{2})?$/, 'Your country is invalid.')
    .optional(),
  postalCode: z.string().max(20).optional(),
  taxId: z.string().max(60).optional(),
  code: z.string().max(500).optional(),
});

export const payment = details.extend({
  email: z.string().refine(isAcceptedEmail, 'Your email is invalid.'),
  name: z.string().trim().max(200).optional(),
  businessName: z.string().trim().max(150).optional(),
  outcome: z.enum(['paid', 'unpaid', 'async_paid', 'async_failed', 'declined']),
  /** The number of a test card. Stripe's own numbers behave as at Stripe. */
  card: z.string().max(30).optional(),
});
export type Payment = z.output<typeof payment>;

/**
 * The payer's action. `unpaid` completes the session with a pending payment. `async_paid` and `async_failed`
 * settle that payment (from an open session they do both). `declined` leaves the session open.
 */
export function pay(sandbox: Sandbox, id: string, action: Payment): CheckoutSession {
  const { email, name, businessName, outcome, card, ...entered } = action;
  const isOpen = getSession(sandbox.store, id).object.status === 'open';
  const isSettling = outcome === 'async_paid' || outcome === 'async_failed';
  if (!isOpen && isSettling)
    return settleLatePayment(sandbox, id, outcome === 'async_paid' ? 'succeeded' : 'failed');
  const session = enterDetails(sandbox, getOpenSession(sandbox, id), entered);
  checkDetails(sandbox, session);
  const payer = {
    email,
    name: name || undefined,
    businessName: businessName || undefined,
    buyer: session.terms.buyer,
  };
  const { method, failure, contest } = readCard(card);
  if (outcome === 'declined' || (outcome === 'paid' && failure !== undefined))
    return declineCard(sandbox, id, payer, failure ?? DECLINED, method);
  if (outcome === 'paid') {
    const paid = payByCard(sandbox, id, payer, method);
    const charge = findLatestCharge(sandbox.store, findPaymentIntent(sandbox.store, paid));
    if (contest !== undefined && charge !== undefined) openDispute(sandbox, charge, contest);
    return paid;
  }
  const pending = payLater(sandbox, id, payer);
  if (!isSettling || pending.payment_status !== 'unpaid') return pending;
  return settleLatePayment(sandbox, id, outcome === 'async_paid' ? 'succeeded' : 'failed');
}

const DECLINED = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
} as const;
