import { createHash, randomBytes } from 'node:crypto';

/** 256 bits, for a cookie or a link. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a secret token is stored and looked up. A plain hash is enough: 256 random bits cannot be guessed from it. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
