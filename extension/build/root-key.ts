import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The fixed prefix of an Ed25519 private key in DER, followed by its 32 bytes (RFC 8410). */
const PRIVATE_HEAD = '302e020100300506032b657004220420';

/** @param seed `LICENSE_ROOT_SEED`, 64 hexadecimal digits @returns the public key as in a JWK, base64url */
export function rootKeyOf(seed: string): string {
  const key = createPrivateKey({
    key: Buffer.from(PRIVATE_HEAD + seed, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
  return createPublicKey(key).export({ format: 'jwk' }).x ?? '';
}

/**
 * `LICENSE_ROOT_KEY`, or the key of the local platform. A platform that starts later uses the seed created here.
 */
export function readRootKey(): string {
  const { LICENSE_ROOT_KEY } = process.env;
  if (LICENSE_ROOT_KEY) return LICENSE_ROOT_KEY;
  const file = path.resolve(import.meta.dirname, '../../.data/secrets.json');
  const kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { LICENSE_ROOT_SEED?: string })
    : {};
  if (kept.LICENSE_ROOT_SEED) return rootKeyOf(kept.LICENSE_ROOT_SEED);
  const made = { ...kept, LICENSE_ROOT_SEED: randomBytes(32).toString('hex') };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return rootKeyOf(made.LICENSE_ROOT_SEED);
}
