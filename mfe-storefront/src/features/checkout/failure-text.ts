import type { CheckoutReply } from './start-checkout.ts';

const UNAVAILABLE =
  'Payment processing is temporarily unavailable. Please visit our support page for assistance.';
const OTHER = 'Unable to process checkout. Please try again or visit our support page.';

const PAYMENT = /stripe|payment provider|payment processing/i;
const MAILBOX = /support@|support mailbox/i;

/** The visitor's message for a failed checkout call (specification §8). */
export function failureText({ message }: Error, page: 'main' | 'reseller'): string {
  const unavailable = PAYMENT.test(message) || (page === 'reseller' && MAILBOX.test(message));
  return unavailable ? UNAVAILABLE : OTHER;
}

/** The visitor's message for a reply without a payment URL. */
export function noUrlText({ message }: CheckoutReply): string {
  if (message === undefined) return 'No checkout URL received';
  return `Checkout failed: ${message || 'Unknown error'}`;
}
