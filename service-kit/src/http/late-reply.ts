import { carriesIdempotencyKey } from '@leadping/contracts/headers';
import type { Route } from '@leadping/contracts/route';
import { DomainError } from '../domain-error.ts';

export const MAY_BE_DONE = 'and what you asked for may have been done. Please look before you try again.';

/** Whether a call may be repeated if it is unknown whether it was done. */
export function isRepeatable(contract: Route, headers: Record<string, unknown>): boolean {
  return (
    contract.method === 'GET' || contract.repeatable === true || carriesIdempotencyKey(contract, headers)
  );
}

/** For a call that has no reply in time and must not be made again unseen. */
export function lateReply(options: { cause?: Error; retryAfter: number }): DomainError {
  return new DomainError('UPSTREAM_TIMEOUT', `This takes too long at the moment, ${MAY_BE_DONE}`, options);
}
