import type { Issue, License } from './license.model.ts';

/** Stubs of orders whose payment has not arrived have no key yet. */
export function isIssued<T extends License>(license: T): license is T & Issue {
  return license.keyIndex !== undefined;
}
