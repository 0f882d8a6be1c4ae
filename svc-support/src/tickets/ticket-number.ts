import { KEY_ALPHABET, readCharacters } from '@leadping/contracts/licensing/read-license-key';
import { randomBytes } from 'node:crypto';

const LENGTH = 16;

/** `TKT-XXXX-XXXX-XXXX-XXXX`: 16 characters of Crockford's base 32 are 80 bits of chance. */
export function newTicketNumber(): string {
  // 32 characters divide 256 evenly: the lowest five bits of each byte favor none.
  const characters = Array.from(randomBytes(LENGTH), (byte) => KEY_ALPHABET.charAt(byte & 31)).join('');
  return `TKT-${(characters.match(/.{4}/g) ?? []).join('-')}`;
}

/**
 * Reads a ticket number or its beginning as people write it: with a leading `#`, without dashes, or in lower case.
 * @returns the stored form, or null if the text is not a ticket number
 */
export function readTicketNumber(written: string): string | null {
  const [, characters] = /^#?\s*TKT([\w-]*)$/.exec(readCharacters(written)) ?? [];
  if (characters === undefined) return null;
  return ['TKT', ...(characters.replaceAll('-', '').match(/.{1,4}/g) ?? [])].join('-');
}
