import { DomainError } from '@leadping/service-kit/domain-error';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** The header by which a sender marks repeats of a request. @throws {DomainError} VALIDATION_FAILED */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header)) {
    throw new DomainError('VALIDATION_FAILED', 'Idempotency-Key: must be 1 to 200 visible characters');
  }
  return header;
}
