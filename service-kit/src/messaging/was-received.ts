import { errors } from '@nats-io/transport-node';
import { DomainError } from '../domain-error.ts';

/** Whether a failed request may have reached a responder. False only if no responder was available. */
export function mayHaveBeenReceived(error: unknown): boolean {
  const cause = error instanceof DomainError ? error.cause : undefined;
  return !(cause instanceof errors.RequestError && cause.isNoResponders());
}
