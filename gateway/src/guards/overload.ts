import type { Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import { watchLateness } from '@leadping/service-kit/process/lateness';

type Priority = NonNullable<Route['priority']> | 'usual';

/** How long the event loop may be late before calls of a priority are refused, in milliseconds. */
const LIMIT_MS: Record<Priority, number> = { last: 80, usual: 200, first: 1000 };
/** Of the calls that may be under way from this process, the share at which they are refused, late or not. */
const LIMIT_SHARE: Record<Priority, number> = { last: 0.2, usual: 0.4, first: 1 };
/** With fewer it is the machine that is busy, not this process: refusing them would help nobody. */
const MIN_CALLS = 32;
/** Of the calls that are refused, some come back later than others, so that they do not return together. */
const RETRY_SECONDS = { from: 2, to: 6 };

export interface Overload {
  /** The error for a call of this priority at this moment, or nothing. */
  errorFor: (priority: Priority) => DomainError | undefined;
  close: () => void;
}

/**
 * Refuses what can wait while this process is late or full, so that payments, validations, checkouts and sign-ins are not:
 * lists and counts first, then all but those.
 */
export function openOverload(activeCalls: () => number, maxCalls: number): Overload {
  const lateness = watchLateness();
  return {
    errorFor: (priority) => {
      const calls = activeCalls();
      const isLate = calls >= MIN_CALLS && lateness.ms() > LIMIT_MS[priority];
      return isLate || calls >= maxCalls * LIMIT_SHARE[priority] ? tooBusy() : undefined;
    },
    close: lateness.close,
  };
}

function tooBusy(): DomainError {
  const { from, to } = RETRY_SECONDS;
  const retryAfter = from + Math.floor(Math.random() * (to - from + 1));
  return new DomainError('UNAVAILABLE', 'We are very busy at the moment. Please try again in a moment.', {
    retryAfter,
    isShed: true,
  });
}
