import { completeKey, KEY_ALPHABET, KEY_RANDOM_LENGTH } from '@leadping/contracts/licensing/read-license-key';
import { randomBytes } from 'node:crypto';

/** A new license key with 150 bits of chance. */
export function generateKey(): string {
  // 32 letters divide 256 evenly: the lowest five bits of each byte favor none.
  const letters = Array.from(randomBytes(KEY_RANDOM_LENGTH), (byte) => KEY_ALPHABET.charAt(byte & 31));
  return completeKey(letters.join(''));
}
