import { DomainError } from '@leadping/service-kit/domain-error';
import type * as LanguageCommon from '@zxcvbn-ts/language-common';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let leaked: ReadonlySet<string> | undefined;

/**
 * ASVS 5, 6.2.4 and 6.2.12: the most frequent 49,000 of ten million that were leaked
 * (https://xato.net/today-i-am-releasing-ten-million-passwords-b6278bbe7495). 8 MB, loaded for the first password that is set.
 */
function leakedPasswords(): ReadonlySet<string> {
  if (!leaked) {
    const { dictionary } = require('@zxcvbn-ts/language-common') as typeof LanguageCommon;
    leaked = new Set(dictionary['passwords-common'].map(String));
  }
  return leaked;
}

/** ASVS 5, 6.2.11: what somebody who guesses tries here first, alone or with digits and signs around it. */
const OUR_WORDS = new Set(
  'leadping leadpingadmin leadpingreseller leadpingsupport admin administrator reseller support license licence extension chrome dashboard lead leads leadcapture'.split(
    ' ',
  ),
);

export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return leakedPasswords().has(lower) || OUR_WORDS.has(lower.replaceAll(/[^a-z]/g, ''));
}

/**
 * @param field the request field that has the password
 * @throws {DomainError} PASSWORD_TOO_COMMON
 */
export function refuseCommonPassword(password: string, field: 'password' | 'newPassword'): void {
  if (isCommonPassword(password)) {
    throw new DomainError(
      'PASSWORD_TOO_COMMON',
      'This password is too easy to guess. Please choose another.',
      { field },
    );
  }
}
