import { LEAD_FIELDS, type Lead } from '../capture/lead.ts';
import type { Configuration } from './configuration.ts';

/** The JSON body of a capture for one webhook: the seven fields under the names that its mapping gives them. */
export function writeBody(lead: Lead, mapping: Configuration['mapping']): string {
  const entries = LEAD_FIELDS.flatMap((field): [string, Lead[typeof field]][] => {
    const name = mapping[field] ?? field;
    return name === '' ? [] : [[name, lead[field]]];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** What is wrong with a mapping, as a sentence; null for one that can be used. */
export function findMappingFault(mapping: Configuration['mapping']): string | null {
  const names = LEAD_FIELDS.map((field) => mapping[field] ?? field).filter((name) => name !== '');
  if (names.length === 0) return 'Send at least one field.';
  if (names.some((name) => name.length > 60)) return 'A field’s name may have at most 60 characters.';
  if (names.includes('__proto__')) return 'A field may not be called __proto__.';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `Two fields are called “${twice}”. Give each a name of its own.`;
}
