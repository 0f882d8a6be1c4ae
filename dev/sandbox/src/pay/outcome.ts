import { z } from 'zod';
import { isAcceptedEmail } from '../stripe/checkout/accepted-email.ts';
import type { Sandbox } from '../sandbox.ts';
import { getSession } from '../stripe/checkout/get-session.ts';
import type { CheckoutSession } from '../stripe/objects/types.ts';
import { declineCard } from '../stripe/payments/decline-card.ts';
import { payByCard } from '../stripe/payments/pay-by-card.ts';
import { payLater } from '../stripe/payments/pay-later.ts';
import { settleLatePayment } from '../stripe/payments/settle-late-payment.ts';
import { readCard } from './test-cards.ts';

export const payment = z.object({
  email: z.string().refine(isAcceptedEmail, 'Your email is invalid.'),
  name: z.string().trim().max(200).optional(),
  businessName: z.string().trim().max(150).optional(),
  outcome: z.enum(['paid', 'unpaid', 'async_paid', 'async_failed', 'declined']),
  /** A test card's number; Stripe's own numbers behave as they do there. */
  card: z.string().max(30).optional(),
});
export type Payment = z.output<typeof payment>;

/**
 * What the payer did. `unpaid` completes the session with the money still on its way, `async_paid` and `async_failed`
 * settle that (from an open session they do both), `declined` leaves it open.
 */
export function pay(
  sandbox: Sandbox,
  id: string,
  { email, name, businessName, outcome, card }: Payment,
): CheckoutSession {
  const payer = { email, name: name || undefined, businessName: businessName || undefined };
  const { method, failure } = readCard(card);
  if (outcome === 'declined' || (outcome === 'paid' && failure !== undefined))
    return declineCard(sandbox, id, payer, failure ?? DECLINED, method);
  if (outcome === 'paid') return payByCard(sandbox, id, payer, method);
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
