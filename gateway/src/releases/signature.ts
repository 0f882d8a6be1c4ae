import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** The fixed head of an Ed25519 private key in PKCS #8; the 32 secret bytes follow it (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface ReleaseSigner {
  sign: (text: string) => string;
  isOurs: (text: string, signature: string) => boolean;
}

/** Signs release documents by Ed25519, so that who can write to the database or the disk still cannot release. */
export function releaseSigner(keyHex: string): ReleaseSigner {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(keyHex, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    isOurs: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  };
}
