/**
 * Whether Stripe accepts a customer's email: any text, an at sign, and a domain with a dot, up to 512 characters.
 * This is Stripe's rule and not the product's, so that an address that the product rejects gets as far as in
 * production.
 */
export function isAcceptedEmail(email: string): boolean {
  return email.length <= 512 && /^(?:"[^"]+"|[^\s@"]+)@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email);
}
