import { DomainError } from '@leadping/service-kit/domain-error';

/** A failed call that an operator may see. It carries neither the raw reply nor headers. */
export class ProviderFailure extends Error {
  readonly isKeyRefused: boolean;

  constructor(message: string, isKeyRefused: boolean) {
    super(message);
    this.isKeyRefused = isKeyRefused;
  }
}

/** Whether a call failed because the key is no longer valid: rotated, expired, or its account was closed. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof DomainError && error.cause instanceof ProviderFailure && error.cause.isKeyRefused;
}
