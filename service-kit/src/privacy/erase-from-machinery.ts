import type { Connection } from 'mongoose';
import type { Person } from './person.ts';

/**
 * Takes a person out of what every service stores for its own work: published events (a day of them), dead letters, and what
 * waits for the audit log. Read through by a cursor: the address may be anywhere in them.
 */
export async function eraseFromMachinery(database: Connection, person: Person): Promise<void> {
  const published = database.collection<{ _id: string }>('published_events');
  for await (const document of published.find()) {
    if (person.isIn(document)) await published.deleteOne({ _id: document._id });
  }
  // Work that is still to be done: a refund revokes the license, whoever had it. No mail goes to an empty address.
  await rewrite(database, 'dead_letters', person, '');
  await rewrite(database, 'audit_entries', person);
}

/**
 * Takes the address out of the documents of a collection and leaves the rest of them.
 * @param instead what stands in its place
 * @returns of how many
 */
export async function rewrite(
  database: Connection,
  name: string,
  person: Person,
  instead?: string,
): Promise<number> {
  const collection = database.collection<{ _id: string }>(name);
  let count = 0;
  for await (const document of collection.find()) {
    if (!person.isIn(document)) continue;
    const { _id, ...fields } = document;
    await collection.updateOne({ _id }, { $set: person.takenOutOf(fields, instead) });
    count += 1;
  }
  return count;
}
