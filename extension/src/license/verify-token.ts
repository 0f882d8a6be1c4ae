import { BRAND } from '@leadping/contracts/brand';
import { verifyAsync } from '@noble/ed25519';

/** A published key (RFC 8037), reduced to the members that verification needs. */
export interface TokenKey {
  kid: string;
  x: string;
  /**
   * The root key's signature over `license-key:<x>`. Keys stored by an earlier version lack it and are
   * fetched again.
   */
  certificate?: string;
}

export interface TokenClaims {
  sub: string;
  device: string;
  /** In seconds since 1970. */
  iat: number;
  exp: number;
}

/** Maximum lifetime of a token, in seconds. The platform signs tokens for at most 30 days. */
const MAX_LIFE_S = 30 * 24 * 3600;

/**
 * Verifies the signature of a license token with a published key. The root key in this package must have
 * certified that key, because an attacker who can write this browser's storage can add keys. Uses WebCrypto,
 * or noble below Chrome 137, which lacks Ed25519. Does not check the expiry.
 * @returns its claims, or null if no key signed the token, the issuer differs, or its lifetime exceeds 30
 * days
 */
export async function verifyToken(token: string, keys: readonly TokenKey[]): Promise<TokenClaims | null> {
  const [head = '', body = '', signature = '', rest] = token.split('.');
  const header = parsePart(head);
  const key = keys.find(({ kid }) => kid === header?.kid);
  if (!key || header?.alg !== 'EdDSA' || rest !== undefined) return null;
  if (!(await isSignedBy(__LICENSE_ROOT_KEY__, key.certificate ?? '', `license-key:${key.x}`))) return null;
  if (!(await isSignedBy(key.x, signature, `${head}.${body}`))) return null;
  const { iss, sub, device, iat, exp } = parsePart(body) ?? {};
  if (iss !== BRAND.name || typeof sub !== 'string' || typeof device !== 'string') return null;
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp - iat > MAX_LIFE_S) return null;
  return { sub, device, iat, exp };
}

async function isSignedBy(x: string, signatureText: string, text: string): Promise<boolean> {
  const signature = decode(signatureText);
  const signed = new TextEncoder().encode(text);
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
