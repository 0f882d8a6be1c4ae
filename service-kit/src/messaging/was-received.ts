import { errors } from '@nats-io/transport-node';
import { DomainError } from '../domain-error.ts';

/** Whether a request that failed may have reached somebody: false only where nobody was there to take it. */
export function mayHaveBeenReceived(error: unknown): boolean {
  const cause = error instanceof DomainError ? error.cause : undefined;
  return !(cause instanceof errors.RequestError && cause.isNoResponders());
}
