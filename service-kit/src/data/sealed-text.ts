import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals short secrets (payment keys, one-time passwords) with AES-256-GCM for the database and for events. */
export interface Sealer {
  /** `<key id>.<nonce>.<tag>.<ciphertext>`, base64url, under the newest key. */
  seal: (text: string) => string;
  /** @throws where the key id is unknown or the text was altered. */
  open: (sealed: string) => string;
}

const ALGORITHM = 'aes-256-gcm';

/** @param keys `<key id>:<64 hex digits>`, the newest first; older ones still open what they sealed. */
export function buildSealer(keys: readonly string[]): Sealer {
  const byId = new Map(keys.map((entry) => splitKey(entry)));
  const [newest] = byId;
  if (!newest) throw new Error('SEAL_KEYS is empty');
  const [newestId, newestKey] = newest;
  return {
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, newestKey, nonce);
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [
        newestId,
        ...[nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url')),
      ].join('.');
    },
    open: (sealed) => {
      const [id = '', nonce = '', tag = '', ciphertext = ''] = sealed.split('.');
      const key = byId.get(id);
      if (!key) throw new Error(`No seal key with the id ${JSON.stringify(id)}`);
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      });
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([
        decipher.update(Buffer.from(ciphertext, 'base64url')),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}

function splitKey(entry: string): [string, Buffer] {
  const [id = '', hex = ''] = entry.split(':');
  return [id, Buffer.from(hex, 'hex')];
}
