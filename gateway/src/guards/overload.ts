import underPressure from '@fastify/under-pressure';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance } from 'fastify';

/** Average delay of the event loop in milliseconds, measured every `SAMPLE_MS`, above which usual calls are refused. */
const MAX_DELAY_MS = 500;
const SAMPLE_MS = 100;
/** With fewer active calls the load comes from elsewhere, so refusing calls would not help. */
const MIN_ACTIVE_CALLS = 32;
/**
 * Usual calls are refused above this share of the maximum of active calls. The rest is reserved for priority calls.
 */
const USUAL_SHARE = 0.4;
/** Randomized, so that refused callers do not return at the same time. */
const RETRY_SECONDS = { from: 2, to: 6 };

export interface Overload {
  /** @param isFirst payments, license validations, checkouts and sign-ins, which are refused last */
  errorFor: (isFirst: boolean) => DomainError | undefined;
}

/**
 * Refuses calls while the event loop is late or too many calls are active.
 * @param activeCalls number of active calls to all services
 */
export async function openOverload(
  app: FastifyInstance,
  activeCalls: () => number,
  maxCalls: number,
): Promise<Overload> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    // Pages and files are always served. Each route's guard checks its own calls.
    pressureHandler: () => {},
  });
  return {
    errorFor: (isFirst) => {
      const calls = activeCalls();
      const isFull = calls >= maxCalls * (isFirst ? 1 : USUAL_SHARE);
      const isLate = !isFirst && calls >= MIN_ACTIVE_CALLS && app.isUnderPressure();
      return isFull || isLate ? tooBusy() : undefined;
    },
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
