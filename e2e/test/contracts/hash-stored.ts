import { untilPublished } from '@leadping/test-kit/until-published';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Stack } from './stack.ts';

/** Collections with users' data. Jobs, sessions, rate limits and the audit log change by themselves. */
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

/** Hashes every collection that a user's call may write, and the names of the logos. */
export async function hashStored({ databases, logosFolder }: Stack): Promise<Record<string, string>> {
  const logos = await readdir(logosFolder).catch(() => []);
  const hashes: Record<string, string> = { logos: logos.sort().join() };
  for (const [database, collection] of STORED) {
    const found = databases.get(database)?.collection(collection);
    const [exists] =
      (await databases.get(database)?.listCollections())?.filter(({ name }) => name === collection) ?? [];
    // After a rename the check would compare nothing.
    if (!found || !exists) throw new Error(`There is no collection ${database}.${collection}`);
    await untilPublished(found);
    const documents = await found.find({}).sort({ _id: 1 }).toArray();
    hashes[`${database}.${collection}`] = createHash('sha256')
      .update(JSON.stringify(documents))
      .digest('hex');
  }
  return hashes;
}
