import type { Connection } from 'mongoose';
import type { Person } from './person.ts';

/** Collections of every service whose documents may hold anybody's address. */
const DELETED = ['published_events', 'dead_letters'];
const REWRITTEN = ['audit_entries'];

/**
 * Takes a person out of what every service stores for its own work: published events (a day of them), dead letters, and what
 * waits for the audit log. Read through by a cursor: the address may be anywhere in them.
 */
export async function eraseFromMachinery(database: Connection, person: Person): Promise<void> {
  for (const name of DELETED) {
    const collection = database.collection<{ _id: string }>(name);
    for await (const document of collection.find()) {
      if (person.isIn(document)) await collection.deleteOne({ _id: document._id });
    }
  }
  for (const name of REWRITTEN) await rewrite(database, name, person);
}

/** Takes the address out of the documents of a collection and leaves the rest of them. @returns of how many. */
export async function rewrite(database: Connection, name: string, person: Person): Promise<number> {
  const collection = database.collection<{ _id: string }>(name);
  let count = 0;
  for await (const document of collection.find()) {
    if (!person.isIn(document)) continue;
    const { _id, ...fields } = document;
    await collection.updateOne({ _id }, { $set: person.takenOutOf(fields) });
    count += 1;
  }
  return count;
}
