import { verifyAsync } from '@noble/ed25519';

/** A published key (RFC 8037), as far as a verification needs it. */
export interface TokenKey {
  kid: string;
  x: string;
}

export interface TokenClaims {
  /** The license. */
  sub: string;
  device: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
}

/**
 * Verifies the signature of a license token with one of the published keys: by WebCrypto, and below Chrome 137, which does
 * not know Ed25519, by noble. Says nothing about time.
 * @returns its claims, or null for what no key has signed.
 */
export async function verifyToken(token: string, keys: readonly TokenKey[]): Promise<TokenClaims | null> {
  const [head = '', body = '', signature = '', rest] = token.split('.');
  const header = parsePart(head);
  const key = keys.find(({ kid }) => kid === header?.kid);
  if (!key || header?.alg !== 'EdDSA' || rest !== undefined) return null;
  const signed = new TextEncoder().encode(`${head}.${body}`);
  if (!(await isSignedBy(key, decode(signature), signed))) return null;
  const { sub, device, iat, exp } = parsePart(body) ?? {};
  if (typeof sub !== 'string' || typeof device !== 'string') return null;
  return typeof iat === 'number' && typeof exp === 'number' ? { sub, device, iat, exp } : null;
}

async function isSignedBy(
  { x }: TokenKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, signed);
  } catch {
    return verifyAsync(signature, signed, decode(x)).catch(() => false);
  }
}

function parsePart(part: string): Record<string, unknown> | null {
  try {
    return JSON.parse(new TextDecoder().decode(decode(part))) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
