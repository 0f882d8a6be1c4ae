import { DomainError } from './domain-error.ts';
import { durationText } from './durations.ts';

const HOUR_MS = 3_600_000;

interface HourlyLimit {
  /** Maximum number of times within an hour. */
  most: number;
  /** Beginning of the error's sentence: `You changed your email`. */
  what: string;
}

/**
 * Applies a limit whose times are stored in the changed document, so that the count is exact under concurrency.
 * @param times of earlier changes, oldest first
 * @param now milliseconds, by the shared clock
 * @returns the times to store: those within the hour, and this one
 * @throws {DomainError} RATE_LIMITED
 */
export function limitAnHour(times: readonly Date[], now: number, { most, what }: HourlyLimit): Date[] {
  const recent = times.filter((at) => at.getTime() > now - HOUR_MS);
  const oldest = recent.at(-most);
  if (!oldest) return [...recent, new Date(now)];
  const retryAfter = Math.ceil((oldest.getTime() + HOUR_MS - now) / 1000);
  throw new DomainError(
    'RATE_LIMITED',
    `${what} ${most} times within an hour. Please try again in ${durationText(retryAfter)}.`,
    { retryAfter },
  );
}
