import type { AuditChange, AuditValue } from '@leadping/contracts/support/audit-events';
import { MACHINERY_FIELDS } from '../data/machinery-fields.ts';

/** Fields whose values are secrets, in any object. */
const SECRET_FIELD =
  /password|secret|token|licensekey|apikey|livekey|testkey|publishablekey|credential|sealed|hash|authorization|cookie|assertion|attestation|\bcode\b|totp|recovery/i;
/** Secrets in any text: payment keys, signing secrets, license keys. */
const SECRET_VALUE =
  /(?:[sr]k|pk)_(?:live|test)_\w+|whsec_[\w+/=-]+|\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){7}\b|(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/gi;
/** Fields that explain another field. Such a field is shown whenever the other one changes, even if it is unchanged. */
const UNIT_OF = new Map([['currency', 'productPrice']]);
const HIDDEN = '(hidden)';
const MAX_CHANGES = 60;
const MAX_TEXT = 500;
const MAX_DEPTH = 2;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields that differ, in the order of `after`; nested ones with dots. Secret fields are named, but their values are
 * hidden. A changed price is shown with its currency. Without `before` every field of `after` counts as new.
 */
export function changedFields(before: object | null, after: object | null): AuditChange[] {
  const old = flatten((before ?? {}) as Fields);
  const next = flatten((after ?? {}) as Fields);
  const names = new Set([...next.keys(), ...old.keys()]);
  const differs = (field: string) => !isSame(old.get(field), next.get(field));
  return [...names]
    .filter((field) => differs(field) || differs(UNIT_OF.get(field) ?? field))
    .slice(0, MAX_CHANGES)
    .map((field) => ({
      field: field.slice(0, 100),
      before: shown(field, old.get(field)),
      after: shown(field, next.get(field)),
    }));
}

/** Replaces each secret in a text by its last four characters. */
export function maskSecretsIn(text: string): string {
  return text.replaceAll(SECRET_VALUE, (secret) => `…${secret.slice(-4)}`);
}

function flatten(fields: Fields, prefix = '', depth = 0): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    if (name === '_id' || MACHINERY_FIELDS.has(name)) continue;
    const path = `${prefix}${name}`;
    if (depth < MAX_DEPTH && isPlainObject(value)) {
      for (const [nested, each] of flatten(value, `${path}.`, depth + 1)) flat.set(nested, each);
    } else if (value !== undefined) flat.set(path, value);
  }
  return flat;
}

function isPlainObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (plain(one) ?? '') === (plain(other) ?? '');
}

function plain(value: unknown): AuditValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value, (name, each: unknown) =>
    typeof each === 'string' && SECRET_FIELD.test(name) ? HIDDEN : each,
  );
}

function shown(field: string, value: unknown): AuditValue {
  const simple = plain(value);
  if (simple === null || typeof simple === 'boolean') return simple;
  if (SECRET_FIELD.test(field)) return simple === '' ? '' : HIDDEN;
  if (typeof simple === 'number') return simple;
  const text = maskSecretsIn(simple);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
