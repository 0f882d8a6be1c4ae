import { canonicalEmail } from '@leadping/contracts/email-address';
import { escapeRegExp } from '../data/escape-reg-exp.ts';

/** Somebody by their address. */
export interface Person {
  /** As typed. */
  email: string;
  /** The form that records are found by. */
  emailKey: string;
  /** Whether anything in a value is this address. */
  isIn: (value: unknown) => boolean;
  /** The value with the address replaced everywhere by `(erased)` or another text. */
  takenOutOf: <T>(value: T, instead?: string) => T;
}

/** Replacement for erased text. */
export const ERASED = '(erased)';

export function personOf(email: string): Person {
  const emailKey = canonicalEmail(email);
  const addresses = [...new Set([email, emailKey])].map(escapeRegExp);
  // A part of a longer address is another one.
  const pattern = String.raw`(?<![\w.+-])(?:${addresses.join('|')})(?![\w-]|\.\w)`;
  return {
    email,
    emailKey,
    isIn: (value) => hasAddress(value, new RegExp(pattern, 'i')),
    takenOutOf: (value, instead = ERASED) =>
      withoutAddress(value, new RegExp(pattern, 'gi'), instead) as typeof value,
  };
}

function hasAddress(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, each]) => pattern.test(name) || hasAddress(each, pattern));
}

function withoutAddress(value: unknown, pattern: RegExp, instead: string): unknown {
  if (typeof value === 'string') return value.replaceAll(pattern, () => instead);
  if (Array.isArray(value)) return value.map((each) => withoutAddress(each, pattern, instead));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutAddress(each, pattern, instead)]),
  );
}
