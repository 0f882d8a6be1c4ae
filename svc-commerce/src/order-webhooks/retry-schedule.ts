const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delay of each attempt after the previous one, as Standard Webhooks recommends. */
export const ATTEMPT_DELAYS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

const JITTER = 0.1;

/**
 * When an attempt is due, up to a tenth later than its delay so that a receiver that comes back is not met by all at once.
 * @param nextAttempt counted from 0
 * @returns null after the last attempt
 */
export function scheduleAttempt(nextAttempt: number, now: Date, random = Math.random): Date | null {
  const delay = ATTEMPT_DELAYS_MS[nextAttempt];
  return delay === undefined ? null : new Date(now.getTime() + delay * (1 + JITTER * random()));
}
