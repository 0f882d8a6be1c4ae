import type { Connection } from 'mongoose';
import { ERASED, type Person } from './person.ts';

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
 * Takes the address out of the documents of a collection, with what an audit entry that names it says about the person, and leaves
 * the rest of them.
 * @param instead what is put in its place
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
    const $set = withoutChangedTexts(person.takenOutOf(fields, instead)) as typeof fields;
    await collection.updateOne({ _id }, { $set });
    count += 1;
  }
  return count;
}

/**
 * The texts of an audit entry's changes are erased all alike: any may be a name or a note about the person. Which fields were
 * changed stays, with numbers and booleans.
 */
function withoutChangedTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChangedTexts);
  if (!isPlainObject(value)) return value;
  if (isAuditChange(value)) {
    return { ...value, before: withoutText(value['before']), after: withoutText(value['after']) };
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutChangedTexts(each)]));
}

const withoutText = (value: unknown) => (typeof value === 'string' && value !== '' ? ERASED : value);

const isAuditChange = (value: object) => ['field', 'before', 'after'].every((name) => name in value);

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
