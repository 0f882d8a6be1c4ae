import { untilPublished } from '@leadping/test-kit/until-published';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Stack } from './stack.ts';

/** What people have: jobs, sessions, counts of limits and the audit log move by themselves. */
const STORED: readonly (readonly [database: string, collection: string])[] = [
  ['identity', 'users'],
  ['commerce', 'resellers'],
  ['commerce', 'orders'],
  ['commerce', 'settings'],
  ['commerce', 'checkouts'],
  ['commerce', 'webhook_deliveries'],
  ['licensing', 'licenses'],
  ['licensing', 'webhook_access'],
  ['licensing', 'selectors_versions'],
  ['support', 'tickets'],
  ['support', 'mails'],
];

/** A hash of every collection that a call of a person may write, and the names of the logos. */
export async function hashStored({ databases, logosFolder }: Stack): Promise<Record<string, string>> {
  const logos = await readdir(logosFolder).catch(() => []);
  const hashes: Record<string, string> = { logos: logos.sort().join() };
  for (const [database, collection] of STORED) {
    const found = databases.get(database)?.collection(collection);
    const [exists] =
      (await databases.get(database)?.listCollections())?.filter(({ name }) => name === collection) ?? [];
    // A name that has changed would leave a check that compares nothing.
    if (!found || !exists) throw new Error(`There is no collection ${database}.${collection}`);
    await untilPublished(found);
    const documents = await found.find({}).sort({ _id: 1 }).toArray();
    hashes[`${database}.${collection}`] = createHash('sha256')
      .update(JSON.stringify(documents))
      .digest('hex');
  }
  return hashes;
}
