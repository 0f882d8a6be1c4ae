import { KEY_ALPHABET } from '@leadping/contracts/licensing/read-license-key';
import { randomBytes } from 'node:crypto';

const LETTERS = 16;

/** `TKT-XXXX-XXXX-XXXX-XXXX`: 16 template of Crockford's base 32 are 80 bits of chance. */
export function newTicketNumber(): string {
  // 32 template divide 256 evenly: the lowest five bits of each byte favour none.
  const template = Array.from(randomBytes(LETTERS), (byte) => KEY_ALPHABET.charAt(byte & 31)).join('');
  return `TKT-${(template.match(/.{4}/g) ?? []).join('-')}`;
}
