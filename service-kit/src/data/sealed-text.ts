import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { splitKey } from './ed25519.ts';

/** The place of a sealed value: `<kind of record>/<its id>/<field>`. The value cannot be opened in another place. */
export type SealedPlace = `${string}/${string}/${string}`;

/** Seals short secrets (payment keys, one-time passwords) with AES-256-GCM for the database and for events. */
export interface Sealer {
  /** `<key id>.2.<nonce>.<tag>.<ciphertext>`, base64url, under the newest key. */
  seal: (text: string, place: SealedPlace) => string;
  /** @throws if the key id is unknown, the text was altered, or it was sealed for another place */
  open: (sealed: string, place: SealedPlace) => string;
  /**
   * A signature of a text, for links: `<key id>.<signature>`, base64url, under the newest key. The same text has the same
   * signature in each reply.
   */
  sign: (text: string, place: SealedPlace) => string;
  isSigned: (text: string, place: SealedPlace, signature: string) => boolean;
}

const ALGORITHM = 'aes-256-gcm';
/** Version of the format, for future changes. */
const FORM = '2';

/** @param keys `<key id>:<64 hex digits>`, newest first. Older keys still open the texts that they sealed. */
export function buildSealer(keys: readonly string[]): Sealer {
  const byId = new Map(keys.map(splitKey).map(([id, hex]) => [id, Buffer.from(hex, 'hex')] as const));
  const [newest] = byId;
  if (!newest) throw new Error('there is no seal key');
  const [newestId, newestKey] = newest;
  const signWith = (id: string, key: Buffer, text: string, place: SealedPlace) => {
    const signature = createHmac('sha256', key).update(JSON.stringify(['signature', place, text]));
    return `${id}.${signature.digest('base64url')}`;
  };
  return {
    sign: (text, place) => signWith(newestId, newestKey, text, place),
    isSigned: (text, place, signature) => {
      const id = signature.slice(0, signature.indexOf('.'));
      const key = byId.get(id);
      if (!key) return false;
      const given = Buffer.from(signature);
      const expected = Buffer.from(signWith(id, key, text, place));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    seal: (text, place) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, newestKey, nonce).setAAD(Buffer.from(place));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
      return [newestId, FORM, ...parts].join('.');
    },
    open: (sealed, place) => {
      const { id, nonce, tag, ciphertext } = splitSealed(sealed);
      const key = byId.get(id);
      if (!key) throw new Error(`No seal key with the id ${JSON.stringify(id)}`);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}

function splitSealed(sealed: string) {
  const [id = '', form, ...parts] = sealed.split('.');
  const [nonce, tag, ciphertext] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (form !== FORM || !nonce || !tag || !ciphertext) throw new Error('This is no sealed text');
  return { id, nonce, tag, ciphertext };
}
