import { ed25519PrivateKey } from '@leadping/service-kit/data/ed25519';
import { createPublicKey, sign, verify } from 'node:crypto';

export interface ReleaseSigner {
  sign: (text: string) => string;
  isOurs: (text: string, signature: string) => boolean;
}

/** Signs release documents with Ed25519, so that write access to the database or disk is not enough to release. */
export function releaseSigner(keyHex: string): ReleaseSigner {
  const privateKey = ed25519PrivateKey(keyHex);
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    isOurs: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  };
}
