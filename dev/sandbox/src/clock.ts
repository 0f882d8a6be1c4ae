/** The current time in seconds since 1970, which is Stripe's unit. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
