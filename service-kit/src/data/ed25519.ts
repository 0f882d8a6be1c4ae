import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The fixed heads of Ed25519 keys in DER; the 32 bytes of the key follow them (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** @param hex the seed, 64 hexadecimal digits. */
export function ed25519PrivateKey(hex: string): KeyObject {
  const key = Buffer.concat([PRIVATE_HEAD, Buffer.from(hex, 'hex')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/** @param hex the public key, 64 hexadecimal digits. */
export function ed25519PublicKey(hex: string): KeyObject {
  const key = Buffer.concat([PUBLIC_HEAD, Buffer.from(hex, 'hex')]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/** The public keys of seeds, both as `<key id>:<64 hex digits>`. */
export function publicKeys(seeds: readonly string[]): string[] {
  return seeds.map((entry) => {
    const [id, seed] = splitKey(entry);
    const der = createPublicKey(ed25519PrivateKey(seed)).export({ format: 'der', type: 'spki' });
    return `${id}:${der.subarray(PUBLIC_HEAD.length).toString('hex')}`;
  });
}

/** Splits `<key id>:<64 hex digits>`. */
export function splitKey(entry: string): [id: string, hex: string] {
  const [id = '', hex = ''] = entry.split(':');
  return [id, hex];
}
