import type { RefundRequest } from '../orders/refund-request.ts';

const NOTHING = 'Nothing was refunded.';

/** What happened, what is safe, and what to do next. */
const TEXTS: Record<NonNullable<RefundRequest['refusal']>, string> = {
  'already-refunded': `Stripe has refunded this payment in full before. ${NOTHING} The order shows it once Stripe’s event has arrived.`,
  'more-than-left': `Stripe has less than this amount left of the payment, because part of it was refunded before. ${NOTHING} Look the payment up in your Stripe dashboard, then refund the rest.`,
  disputed: `The buyer’s bank has opened a dispute about this payment, so Stripe refuses a refund. ${NOTHING} Answer the dispute in your Stripe dashboard.`,
  'balance-too-low': `Your Stripe balance is too low for this refund. ${NOTHING} Add funds in your Stripe dashboard under Balances, then try again.`,
  'no-permission': `The restricted key that is stored here may not make refunds. ${NOTHING} In Developers > API keys of your Stripe dashboard, let the key write “Charges and Refunds” (rak_refund_write), then try again.`,
  'key-rejected': `Stripe rejects the secret key that is stored here. ${NOTHING} Save the current key in the payment settings, then try again.`,
  'no-key': `No secret key of Stripe is stored for this payment. ${NOTHING} Save the key in the payment settings, then try again.`,
  'unknown-payment': `The Stripe account of the stored key does not have this payment. ${NOTHING} Refund it in the dashboard of the account that received it.`,
  'not-sent': `Stripe could not be reached for a day. ${NOTHING} Try again.`,
  other: `Stripe refuses this refund. ${NOTHING}`,
};

export function refusalText({ refusal = 'other', text }: Pick<RefundRequest, 'refusal' | 'text'>): string {
  return refusal === 'other' && text ? `${TEXTS.other} Stripe says: ${text}` : TEXTS[refusal];
}
