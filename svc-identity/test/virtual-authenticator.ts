import type { PasskeyAssertion, PasskeyRegistration } from '@leadping/contracts/identity/webauthn';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A browser and its authenticator in software, with one ES256 passkey. */
export interface VirtualAuthenticator {
  id: string;
  register: (options: { challenge: string; rp: { id?: string } }, page?: Page) => PasskeyRegistration;
  assert: (options: { challenge: string; rpId?: string }, page?: Page) => PasskeyAssertion;
  /** Sets the counter, to simulate another authenticator with the same key. */
  setCounter: (counter: number) => void;
}

interface Page {
  origin?: string;
  /** The authenticator has seen a PIN or a finger. */
  isUserVerified?: boolean;
  userHandle?: string;
}

const base64Url = (bytes: Buffer) => bytes.toString('base64url');
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** @param counts false for a phone's authenticator, whose counter stays 0 */
export function virtualAuthenticator(publicUrl: string, counts = true): VirtualAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64Url(credentialId);
  let counter = counts ? 1 : 0;
  const clientData = (type: string, challenge: string, { origin = publicUrl }: Page) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, { isUserVerified = true }: Page, key = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT | (isUserVerified ? VERIFIED : 0) | (key.length > 0 ? HAS_KEY : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, key]);
  };
  const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  return {
    id,
    setCounter: (next) => {
      counter = next;
    },
    register: ({ challenge, rp }, page = {}) => {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const data = authenticatorData(rp.id ?? '', page, attested);
      // CBOR: { fmt: 'none', attStmt: {}, authData: <bytes> }
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: base64Url(clientData('webauthn.create', challenge, page)),
          attestationObject: base64Url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    assert: ({ challenge, rpId = '' }, page = {}) => {
      if (counter > 0) counter += 1;
      const data = authenticatorData(rpId, page);
      const client = clientData('webauthn.get', challenge, page);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: base64Url(client),
          authenticatorData: base64Url(data),
          signature: base64Url(sign('sha256', signed, privateKey)),
          ...(page.userHandle === undefined ? {} : { userHandle: page.userHandle }),
        },
      };
    },
  };
}

/** CBOR: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y } */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}
