import { createHash } from 'node:crypto';

type Algorithm = 'sha256' | 'sha384';

/** The hash in the format of subresource integrity: `sha256-<base64>`. */
export function integrityOf(bytes: Buffer, algorithm: Algorithm = 'sha256'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;
}

/** Whether the bytes match the hash of a build, in the algorithm that it used. */
export function hasIntegrity(bytes: Buffer, integrity: string): boolean {
  return integrityOf(bytes, integrity.startsWith('sha384-') ? 'sha384' : 'sha256') === integrity;
}
