import { z } from 'zod';
import { isAcceptedEmail } from '../stripe/checkout/accepted-email.ts';
import type { Sandbox } from '../sandbox.ts';
import { openDispute } from '../stripe/disputes/open-dispute.ts';
import { getSession } from '../stripe/checkout/get-session.ts';
import type { CheckoutSession } from '../stripe/objects/types.ts';
import { declineCard } from '../stripe/payments/decline-card.ts';
import { findLatestCharge, findPaymentIntent } from '../stripe/payments/find-payment.ts';
import { payByCard } from '../stripe/payments/pay-by-card.ts';
import { payLater } from '../stripe/payments/pay-later.ts';
import { settleLatePayment } from '../stripe/payments/settle-late-payment.ts';
import { readCard } from './test-cards.ts';

export const payment = z.object({
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
export function pay(
  sandbox: Sandbox,
  id: string,
  { email, name, businessName, outcome, card }: Payment,
): CheckoutSession {
  const payer = { email, name: name || undefined, businessName: businessName || undefined };
  const { method, failure, contest } = readCard(card);
  if (outcome === 'declined' || (outcome === 'paid' && failure !== undefined))
    return declineCard(sandbox, id, payer, failure ?? DECLINED, method);
  if (outcome === 'paid') {
    const session = payByCard(sandbox, id, payer, method);
    const charge = findLatestCharge(sandbox.store, findPaymentIntent(sandbox.store, session));
    if (contest !== undefined && charge !== undefined) openDispute(sandbox, charge, contest);
    return session;
  }
  const isOpen = getSession(sandbox.store, id).object.status === 'open';
  if (outcome === 'unpaid') return payLater(sandbox, id, payer);
  if (isOpen) payLater(sandbox, id, payer);
  return settleLatePayment(sandbox, id, outcome === 'async_paid' ? 'succeeded' : 'failed');
}

const DECLINED = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
} as const;
