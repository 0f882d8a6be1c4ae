/** Seconds since 1970, Stripe's unit of time. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
