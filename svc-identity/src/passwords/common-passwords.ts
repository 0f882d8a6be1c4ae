import { dictionary } from '@zxcvbn-ts/language-common';
import { DomainError } from '@leadping/service-kit/domain-error';

/** ASVS 5, 6.2.4: at least the 3,000 most common passwords that the length rule lets through. The list is by frequency. */
const COMMON = new Set(
  dictionary['passwords-common'].filter((password) => String(password).length >= 6).slice(0, 3000),
);

export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

/** @throws {DomainError} PASSWORD_TOO_COMMON */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) {
    throw new DomainError(
      'PASSWORD_TOO_COMMON',
      'This password is one of the most common ones. Please choose another.',
    );
  }
}
