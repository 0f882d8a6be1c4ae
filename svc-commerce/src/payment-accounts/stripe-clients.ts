import { DomainError } from '@leadping/service-kit/domain-error';
import { LRUCache } from 'lru-cache';
import type StripeClient from 'stripe';
import { Stripe } from './stripe.ts';

/** Returns the provider's client for a secret key. */
export type StripeClients = (secretKey: string) => StripeClient;

/** Two tries fit into the time that the gateway gives a checkout. */
const TIMEOUT_MS = 8000;
const MAX_CLIENTS = 500;

/** @param apiBase address of the provider's API; its public address by default */
export function buildStripeClients(apiBase: string | undefined): StripeClients {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  const address =
    base === undefined
      ? {}
      : {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
        };
  const clients = new LRUCache<string, StripeClient>({ max: MAX_CLIENTS });
  return (secretKey) => {
    const known = clients.get(secretKey);
    if (known) return known;
    const client = new Stripe(secretKey, {
      ...address,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
    });
    clients.set(secretKey, client);
    return client;
  };
}

/**
 * Whether the error is temporary: no connection, no reply in time, a failure at the provider, too many calls, or
 * another call with the same idempotency key in progress.
 */
export const isTemporary = (error: InstanceType<typeof Stripe.errors.StripeError>) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error.statusCode === 409 ||
  (error.statusCode ?? 0) >= 500;

const RETRY_AFTER_SECONDS = 5;

/** A provider failure that an operator may see. The library's own error carries the raw reply and headers. */
class ProviderFailure extends Error {
  readonly statusCode: number | undefined;
  readonly code: string | undefined;

  constructor({ type, code, statusCode, requestId }: InstanceType<typeof Stripe.errors.StripeError>) {
    super(`${type} ${code ?? ''} ${statusCode ?? ''} ${requestId ?? ''}`.trim());
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** Whether `callStripe` failed because the key is no longer valid: rotated, expired, or its account was closed. */
export function isKeyRefused(error: unknown): boolean {
  const failure = providerFailureOf(error);
  return failure?.statusCode === 401 || failure?.statusCode === 403;
}

/** Whether `callStripe` failed because the object does not exist on the account, such as another account's payment. */
export function isUnknownThere(error: unknown): boolean {
  const failure = providerFailureOf(error);
  return failure?.statusCode === 404 || failure?.code === 'resource_missing';
}

function providerFailureOf(error: unknown): ProviderFailure | undefined {
  const failure = error instanceof DomainError ? error.cause : undefined;
  return failure instanceof ProviderFailure ? failure : undefined;
}

/**
 * Calls the provider and translates its failures. The provider's text stays in the log because it may name the account.
 * @throws {DomainError} UNAVAILABLE if a retry may help, else PAYMENT_PROVIDER_FAILED, for example for a wrong key
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause;
    const message = 'Payment processing is not available right now. Please try again in a moment.';
    const options = { cause: new ProviderFailure(cause) };
    throw isTemporary(cause)
      ? new DomainError('UNAVAILABLE', message, { ...options, retryAfter: RETRY_AFTER_SECONDS })
      : new DomainError('PAYMENT_PROVIDER_FAILED', message, options);
  }
}
