/**
 * What Stripe takes as the email of a customer: something, an at sign, and a domain with a dot, up to 512 characters.
 * Its rule and not the product's: an address that the product would refuse has to get as far as it does in production.
 */
export function isAcceptedEmail(email: string): boolean {
  return email.length <= 512 && /^(?:"[^"]+"|[^\s@"]+)@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email);
}
