import type { Connection } from 'mongoose';
import { ERASED, type Person } from './person.ts';

/**
 * Erases a person from every service's internal data: published events (of one day), dead letters and pending audit
 * entries. All documents are read by a cursor, because the address may be anywhere in them.
 */
export async function eraseFromMachinery(database: Connection, person: Person): Promise<void> {
  const published = database.collection<{ _id: string }>('published_events');
  for await (const document of published.find()) {
    if (person.isIn(document)) await published.deleteOne({ _id: document._id });
  }
  // Keeps pending work: a refund must still revoke the license. No mail is sent to an empty address.
  await rewrite(database, 'dead_letters', person, '');
  await rewrite(database, 'audit_entries', person);
}

/**
 * Removes the address from the documents of a collection, and what audit entries that name it contain about the person.
 * The rest of each document stays.
 * @param instead the replacement text
 * @returns the number of changed documents
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
