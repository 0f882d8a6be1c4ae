import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits as Stripe's ids have them; the slight bias of the remainder does no harm here. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** An id of Stripe's look, as `ch_3QZ...`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}
