import { createHash } from 'node:crypto';

/** The hash as browsers check it: `sha384-<base64>`. */
export function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
