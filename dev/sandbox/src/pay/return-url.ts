import type { CheckoutSession } from '../stripe/objects/types.ts';

/** The payer's destination after the payment, with the session's id filled in. */
export function returnUrl({ success_url: url, id }: CheckoutSession): string | null {
  return url?.replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, id) ?? null;
}
