import { DomainError } from '@leadping/service-kit/domain-error';
import { lateReply, MAY_BE_DONE } from '@leadping/service-kit/http/late-reply';
import { errors } from './undici.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * The error for a service that did not reply. Says whether a retry is safe.
 * @param isRepeatable whether the call may be repeated even if it was processed
 */
export function upstreamFailure(cause: Error, isRepeatable: boolean): DomainError {
  const options = { cause, retryAfter: RETRY_AFTER_SECONDS };
  if (cause instanceof DomainError) return cause;
  const isLate = isSilent(cause) || cause instanceof errors.BodyTimeoutError;
  const isLost = isLostConnection(cause);
  if (isNotSent(cause) || (isRepeatable && (isLate || isLost))) {
    return new DomainError(
      'UNAVAILABLE',
      'This part of the platform is not available. Please try again in a moment.',
      options,
    );
  }
  if (isLate) return lateReply(options);
  return new DomainError(
    'UPSTREAM_FAILED',
    isLost
      ? `The connection was lost on the way, ${MAY_BE_DONE}`
      : 'This part of the platform did not respond properly. Please try again.',
    options,
  );
}

/** All connections to the service have been busy for too long. */
export const overloaded = () =>
  new DomainError('UNAVAILABLE', 'This part of the platform is busy. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    isShed: true,
  });

/** Whether the reply did not begin in time. */
export const isSilent = (cause: Error) => cause instanceof errors.HeadersTimeoutError;

/** Whether no connection was made, so that the service received nothing. */
export function isNotSent(cause: Error): boolean {
  if (cause instanceof errors.ConnectTimeoutError) return true;
  const code = 'code' in cause ? cause.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH';
}

/** Whether the socket closed during a call: the service restarted, or it closed an idle connection. */
export function isLostConnection(cause: Error): boolean {
  if (cause instanceof errors.SocketError) return true;
  return 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}
