import { cleanCode } from '../pasted.ts';

/** Crockford's base 32. Without I, L, O and U, so that keys cannot be misread or spell words. */
export const KEY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const GROUPS = 8;
const GROUP_LENGTH = 4;
const CHECK_LENGTH = 2;
/** Number of random characters in a key. The last two characters are a checksum of them. */
export const KEY_RANDOM_LENGTH = GROUPS * GROUP_LENGTH - CHECK_LENGTH;

/**
 * The largest prime that fits into two characters, so that the checksum detects every wrong character and every swap
 * of adjacent ones.
 */
const CHECK_MODULUS = 1021;

/** A license key in its written form: eight groups of four characters, separated by dashes. */
export const KEY_FORM = /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){7}$/;

export type KeyReading =
  { readable: true; key: string } | { readable: false; fault: 'malformed' | 'mistyped' };

/** Appends the checksum to 30 random characters and splits the key into groups. */
export function completeKey(random: string): string {
  const characters = random + checkPart(random);
  return (characters.match(/.{4}/g) ?? []).join('-');
}

/**
 * A soft hyphen in place of a dash, where a mail program broke the line. Other soft hyphens are invisible and
 * dropped.
 */
const SOFT_DASH = /(?<=[0-9A-Za-z]{4})\u00AD(?=\s*[0-9A-Za-z]{4})/g;

/**
 * Reads a pasted key. Formatting, lower case and the letters that Crockford's base 32 reads as digits (O as 0, I and
 * L as 1) are accepted. `mistyped` has the form of a key but a wrong checksum.
 */
export function readLicenseKey(pasted: string): KeyReading {
  const key = readCharacters(pasted.replaceAll(SOFT_DASH, '-'));
  if (!KEY_FORM.test(key)) return { readable: false, fault: 'malformed' };
  const characters = key.replaceAll('-', '');
  const random = characters.slice(0, KEY_RANDOM_LENGTH);
  if (checkPart(random) !== characters.slice(KEY_RANDOM_LENGTH))
    return { readable: false, fault: 'mistyped' };
  return { readable: true, key };
}

/** Normalizes a code in Crockford's base 32 to its stored form. */
export function readCharacters(pasted: string): string {
  return cleanCode(pasted).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** Masks a key, so that a person can recognize it by its ends but cannot use it. */
export function maskLicenseKey(key: string): string {
  const groups = key.split('-');
  return `${groups[0] ?? ''}-…-${groups[groups.length - 1] ?? ''}`;
}

function checkPart(random: string): string {
  let sum = 0;
  for (let index = 0; index < random.length; index += 1) {
    sum += KEY_ALPHABET.indexOf(random.charAt(index)) * (index + 1);
  }
  const check = sum % CHECK_MODULUS;
  return KEY_ALPHABET.charAt(check >> 5) + KEY_ALPHABET.charAt(check & 31);
}
