import { cleanCode } from '../pasted.ts';

/** Crockford's base 32: no I, L, O or U, so that nothing in a key can be misread or spell a word. */
export const KEY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const GROUPS = 8;
const GROUP_LENGTH = 4;
const CHECK_LENGTH = 2;
/** Characters of a key that are chance; the two after them are made from these. */
export const KEY_RANDOM_LENGTH = GROUPS * GROUP_LENGTH - CHECK_LENGTH;

/** The largest prime that two characters can hold: every wrong character and every swap of adjacent ones changes the rest. */
const CHECK_MODULUS = 1021;

/** A license key as it is written: eight groups of four, separated by dashes. */
export const KEY_FORM = /^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){7}$/;

export type KeyReading =
  { readable: true; key: string } | { readable: false; fault: 'malformed' | 'mistyped' };

/** The whole key for 30 random characters of the alphabet: check part appended, in groups. */
export function completeKey(random: string): string {
  const characters = random + checkPart(random);
  return (characters.match(/.{4}/g) ?? []).join('-');
}

/** A soft hyphen where a dash belongs: mail programs break a line there. Any other one is not seen. */
const SOFT_DASH = /(?<=[0-9A-Za-z]{4})\u00AD(?=\s*[0-9A-Za-z]{4})/g;

/**
 * Reads what a person pasted: what copying adds, lower case and the letters that Crockford's base 32 takes for digits
 * (O for 0, I and L for 1) are forgiven. `mistyped` has the form of a key and a check part that does not fit it.
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

/** A code in Crockford's base 32 as it is stored. */
export function readCharacters(pasted: string): string {
  return cleanCode(pasted).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** A key of which a person recognizes the ends and nobody reads the rest. */
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
