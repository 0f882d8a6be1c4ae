import type { Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import { watchLateness } from '@leadping/service-kit/process/lateness';
import type { Demand } from './demand.ts';

/** Which calls a process that is late refuses before others. */
export type Priority = NonNullable<Route['priority']> | 'usual';

/** How long the event loop may be late before calls of a priority are refused, in milliseconds. */
const LIMIT_MS: Record<Priority, number> = { last: 80, usual: 200, first: 1000 };
/** Of the calls that may be under way from this process, the share at which they are refused, late or not. */
const LIMIT_SHARE: Record<Priority, number> = { last: 0.2, usual: 0.4, first: 1 };
/**
 * From how many calls under way and how slow replies on something is refused. With fewer, refusing them would help nobody: it is
 * something else that keeps the machine busy. In a surge it is what comes: refused early, what is let in stays quick, and no
 * queue grows where nobody can choose from it, in the kernel or in a balancer.
 */
const REFUSE_FROM = { usual: { calls: 32, ms: 100 }, surge: { calls: 12, ms: 30 } };
/** While replies are slow, the share of usual calls that is admitted shrinks each tenth of a second; then it grows again, sooner once few are under way. */
const ADMITTED = { cut: 0.6, rise: 0.01, riseAfter: 0.05, least: 0.02, everyMs: 100 };
/** Of the calls that are refused, some come back later than others, so that they do not return together. */
const RETRY_SECONDS = { from: 2, to: 6 };

export interface Overload {
  /** The error for a call of this priority at this moment, or nothing. */
  errorFor: (priority: Priority) => DomainError | undefined;
  close: () => void;
}

export interface CallsUnderWay {
  /** Calls under way to all services. */
  activeCalls: () => number;
  /** Whether services reply much later than usual, and later than so many milliseconds. */
  isSlow: (leastMs: number) => boolean;
}

/**
 * Refuses what can wait while this process is late or full or replies are slow, so that payments, validations, checkouts and
 * sign-ins are not: lists and counts first, then all but those. Slow replies refuse no more than it takes for them to be quick
 * again, as in [DAGOR](https://doi.org/10.1145/3267809.3267823).
 */
export function openOverload(
  { activeCalls, isSlow }: CallsUnderWay,
  demand: Pick<Demand, 'record'>,
  maxCalls: number,
): Overload {
  const lateness = watchLateness();
  const admitted = watchAdmitted(isSlow);
  return {
    errorFor: (priority) => {
      const calls = activeCalls();
      const from = demand.record() ? REFUSE_FROM.surge : REFUSE_FROM.usual;
      const isBusy = calls >= from.calls;
      const isLate = isBusy && lateness.ms() > LIMIT_MS[priority];
      const isLeftOut = Math.random() >= admitted(isBusy, from.ms)[priority];
      return isLate || isLeftOut || calls >= maxCalls * LIMIT_SHARE[priority] ? tooBusy() : undefined;
    },
    close: lateness.close,
  };
}

/** Of the calls of each priority, the share that is let in at this moment. */
function watchAdmitted(
  isSlow: CallsUnderWay['isSlow'],
): (isBusy: boolean, slowMs: number) => Record<Priority, number> {
  const { cut, rise, riseAfter, least, everyMs } = ADMITTED;
  let shares: Record<Priority, number> = { last: 1, usual: 1, first: 1 };
  let changedAt = 0;
  return (isBusy, slowMs) => {
    const now = performance.now();
    if (now - changedAt < everyMs) return shares;
    changedAt = now;
    const grown = shares.usual + (isBusy ? rise : riseAfter);
    const wanted = isBusy && isSlow(slowMs) ? shares.usual * cut : grown;
    const usual = Math.min(1, Math.max(least, wanted));
    if (usual !== shares.usual) shares = { last: Math.max(0, 2 * usual - 1), usual, first: 1 };
    return shares;
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
