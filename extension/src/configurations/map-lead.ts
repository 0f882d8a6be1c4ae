import { LEAD_FIELDS, type Lead } from '../capture/lead.ts';
import { text, type Text } from '../text.ts';
import type { Configuration } from '../storage.ts';

/** The field for the idempotency key in a body that is sent without custom headers. */
const KEY_FIELD = 'idempotencyKey';
const MAX_FIELD_NAME_LENGTH = 60;

/**
 * The JSON body of a capture for one webhook, with the seven fields under their mapped names.
 * @param idempotencyKey added as a field for requests that cannot carry headers
 */
export function writeBody(lead: Lead, mapping: Configuration['mapping'], idempotencyKey?: string): string {
  const entries = LEAD_FIELDS.flatMap((field): [string, string | number | null][] => {
    const name = mapping[field] ?? field;
    return name === '' ? [] : [[name, lead[field]]];
  });
  if (idempotencyKey !== undefined) entries.push([KEY_FIELD, idempotencyKey]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** Null if the mapping is valid, otherwise its fault as a sentence. */
export function findMappingFault(mapping: Configuration['mapping']): Text | null {
  const names = LEAD_FIELDS.map((field) => mapping[field] ?? field).filter((name) => name !== '');
  if (names.length === 0) return text('oneFieldAtLeast');
  if (names.some((name) => name.length > MAX_FIELD_NAME_LENGTH))
    return text('fieldNameLong', String(MAX_FIELD_NAME_LENGTH));
  const reserved = ['__proto__', KEY_FIELD].find((name) => names.includes(name));
  if (reserved !== undefined) return text('fieldNameReserved', reserved);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : text('fieldNameTwice', twice);
}
