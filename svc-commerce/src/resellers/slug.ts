import { randomInt } from 'node:crypto';

const SUFFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The part of a slug that comes from the business name: lower case, spaces to hyphens, the rest removed, 30 characters. */
export function slugStem(businessName: string): string {
  const stem = businessName
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
    .slice(0, 30)
    .replace(/-$/, '');
  return stem || 'reseller';
}

/** A new slug: the stem, a hyphen and 6 random characters, so that no name can be squatted or guessed. */
export function makeSlug(businessName: string): string {
  const suffix = Array.from({ length: 6 }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join('');
  return `${slugStem(businessName)}-${suffix}`;
}
