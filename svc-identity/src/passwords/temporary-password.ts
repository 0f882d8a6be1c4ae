import { randomInt } from 'node:crypto';

/** Letters and digits that sound different when they are read aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LIFETIME_DAYS = 7;

/** Four groups of four characters, such as `k7mq-2xwp-9rtd-hv4c`, with 79 random bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** When a password that is mailed now expires. */
export function temporaryPasswordEnd(): Date {
  return new Date(Date.now() + LIFETIME_DAYS * 24 * 3_600_000);
}
