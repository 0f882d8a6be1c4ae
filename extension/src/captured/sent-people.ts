import type { DBSchema } from 'idb';
import { databaseOpener } from '../open-database.ts';
import { readStored, store } from '../storage.ts';
import { toHex } from '../to-hex.ts';

/** Maximum time that a person is remembered, in ms. */
const MAX_AGE_MS = 365 * 24 * 3600_000;
const KEY_ID = 'hmac';

/**
 * A person whose profile was sent. Nobody can identify the person without the key, which never leaves this
 * browser.
 */
interface SentPerson {
  /** HMAC-SHA-256 of the slug in hexadecimal digits. */
  hash: string;
  /** The time of the last delivered capture, in ms. */
  capturedAt: number;
}

interface Schema extends DBSchema {
  people: { key: string; value: SentPerson; indexes: { captured: number } };
  /** One non-exportable key for each installation. */
  keys: { key: string; value: CryptoKey };
}

const open = databaseOpener<Schema>('captured', (database) => {
  database.createObjectStore('people', { keyPath: 'hash' }).createIndex('captured', 'capturedAt');
  database.createObjectStore('keys');
});

export async function remembersPeople(): Promise<boolean> {
  const { remembersPeople: isOn = true } = await readStored('remembersPeople');
  return isOn;
}

/** Switches remembering on or off. Switching it off also forgets everyone. */
export async function setRemembersPeople(isOn: boolean): Promise<void> {
  await store({ remembersPeople: isOn });
  if (!isOn) await forgetPeople();
}

export async function rememberPerson(slug: string, capturedAt: number): Promise<void> {
  if (!(await remembersPeople())) return;
  const hash = await hashSlug(slug);
  const transaction = (await open()).transaction('people', 'readwrite');
  const known = await transaction.store.get(hash);
  // Captures of one person may arrive out of order.
  if (!known || known.capturedAt < capturedAt) await transaction.store.put({ hash, capturedAt });
  await transaction.done;
}

/** The time of this person's last sent capture, in ms. Null if it is unknown or more than a year ago. */
export async function findLastCapture(slug: string): Promise<number | null> {
  if (!(await remembersPeople())) return null;
  const person = await (await open()).get('people', await hashSlug(slug));
  return person && person.capturedAt > Date.now() - MAX_AGE_MS ? person.capturedAt : null;
}

export async function countPeople(): Promise<number> {
  return (await open()).count('people');
}

export async function forgetPeople(): Promise<void> {
  const transaction = (await open()).transaction(['people', 'keys'], 'readwrite');
  await Promise.all([transaction.objectStore('people').clear(), transaction.objectStore('keys').clear()]);
  await transaction.done;
}

export async function forgetOldPeople(now: number): Promise<void> {
  const transaction = (await open()).transaction('people', 'readwrite');
  const old = IDBKeyRange.upperBound(now - MAX_AGE_MS);
  for (const hash of await transaction.store.index('captured').getAllKeys(old))
    await transaction.store.delete(hash);
  await transaction.done;
}

async function hashSlug(slug: string): Promise<string> {
  // The site writes the same slug in upper and lower case.
  const bytes = new TextEncoder().encode(slug.toLowerCase());
  return toHex(await crypto.subtle.sign('HMAC', await ensureKey(), bytes));
}

async function ensureKey(): Promise<CryptoKey> {
  const database = await open();
  const stored = await database.get('keys', KEY_ID);
  if (stored) return stored;
  const created = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const transaction = database.transaction('keys', 'readwrite');
  // Another page may have stored a key in the meantime.
  const key = (await transaction.store.get(KEY_ID)) ?? created;
  await transaction.store.put(key, KEY_ID);
  await transaction.done;
  return key;
}
