import { toHex } from './to-hex.ts';

/** A random UUID, version 4. `crypto.randomUUID` needs Chrome 92. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = toHex(bytes);
  // Sets the version digit, and the variant digit, in which two bits are free.
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
}
