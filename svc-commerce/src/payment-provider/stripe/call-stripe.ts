import { DomainError } from '@leadping/service-kit/domain-error';
import { ProviderFailure } from '../provider-failure.ts';
import { Stripe } from './stripe.ts';

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

const RETRY_AFTER_SECONDS = 5;

/**
 * Calls Stripe and translates its failures. Stripe's own text is not passed on, because it may name the account.
 * @throws {DomainError} UNAVAILABLE if a retry may help, else PAYMENT_PROVIDER_FAILED, for example for a wrong key
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translateFailure(error);
  }
}

/** Like `callStripe`, but null if the object does not exist on the account, such as another account's payment. */
export async function findAtStripe<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (isStripeError(error) && isMissing(error)) return null;
    throw translateFailure(error);
  }
}

export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Stripe.errors.StripeError;
}

/** Whether the account does not have the object. */
export function isMissing(error: StripeError): boolean {
  return error.statusCode === 404 || error.code === 'resource_missing';
}

/**
 * Whether the error is temporary: no connection, no reply in time, a failure at Stripe, too many calls, or another call
 * with the same idempotency key in progress.
 */
export function isTemporary(error: StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error.statusCode === 409 ||
    (error.statusCode ?? 0) >= 500
  );
}

/** @returns a `DomainError`, or the error itself if it is not Stripe's */
export function translateFailure(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { type, code, statusCode, requestId } = error;
  const text = `${type} ${code ?? ''} ${statusCode ?? ''} ${requestId ?? ''}`.trim();
  const cause = new ProviderFailure(text, statusCode === 401 || statusCode === 403);
  const message = 'Payment processing is not available right now. Please try again in a moment.';
  return isTemporary(error)
    ? new DomainError('UNAVAILABLE', message, { cause, retryAfter: RETRY_AFTER_SECONDS })
    : new DomainError('PAYMENT_PROVIDER_FAILED', message, { cause });
}
