import { LEAD_FIELDS, type Lead } from '../capture/lead.ts';
import type { Configuration } from './configuration.ts';

/** Where the idempotency key is in a body that is sent without headers of its own. */
const KEY_FIELD = 'idempotencyKey';

/**
 * The JSON body of a capture for one webhook: the seven fields under the names that its mapping gives them.
 * @param idempotencyKey is one more field, for a call that can carry no header.
 */
export function writeBody(lead: Lead, mapping: Configuration['mapping'], idempotencyKey?: string): string {
  const entries = LEAD_FIELDS.flatMap((field): [string, string | number | null][] => {
    const name = mapping[field] ?? field;
    return name === '' ? [] : [[name, lead[field]]];
  });
  if (idempotencyKey !== undefined) entries.push([KEY_FIELD, idempotencyKey]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** What is wrong with a mapping, as a sentence; null for one that can be used. */
export function findMappingFault(mapping: Configuration['mapping']): string | null {
  const names = LEAD_FIELDS.map((field) => mapping[field] ?? field).filter((name) => name !== '');
  if (names.length === 0) return 'Send at least one field.';
  if (names.some((name) => name.length > 60)) return 'A field’s name may have at most 60 characters.';
  const reserved = ['__proto__', KEY_FIELD].find((name) => names.includes(name));
  if (reserved !== undefined) return `A field may not be called ${reserved}.`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `Two fields are called “${twice}”. Give each a name of its own.`;
}
