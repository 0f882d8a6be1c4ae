import { DomainError } from '@leadping/service-kit/domain-error';
import { lateReply, MAY_BE_DONE } from '@leadping/service-kit/http/late-reply';
import { errors } from './undici.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Says to the client why a service gave no reply, and what is safe.
 * @param isRepeatable the call may be made again, whether or not it was done.
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

/** Every connection to the service is busy, and has been for too long. */
export const overloaded = () =>
  new DomainError('UNAVAILABLE', 'This part of the platform is busy. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    isShed: true,
  });

/** The reply did not begin in time. */
export const isSilent = (cause: Error) => cause instanceof errors.HeadersTimeoutError;

/** There was no connection, so that nothing of the call has arrived. */
export function isNotSent(cause: Error): boolean {
  if (cause instanceof errors.ConnectTimeoutError) return true;
  const code = 'code' in cause ? cause.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH';
}

/** The socket closed under a call: a service that restarted, or one that let go of an idle connection. */
export function isLostConnection(cause: Error): boolean {
  if (cause instanceof errors.SocketError) return true;
  return 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}
