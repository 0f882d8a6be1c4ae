import fc from 'fast-check';
import { z } from 'zod';

/** Values that can break parsers, queries, headers and terminals. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b@example.com',
  '\u202Etxt.exe',
  '\uD800',
  '../../../../etc/passwd',
  '%00',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '\r\nSet-Cookie: session=x',
  '(a+)+$',
  'x'.repeat(20_000),
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  0.1,
  true,
  [],
  {},
  { $ne: null },
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { constructor: { prototype: { admin: true } } },
  [[[[[[[[]]]]]]]],
];
export const hostile = fc.constantFrom(...HOSTILE);
export const plainText = (min = 0, max = 40) =>
  fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, Math.min(max, min + 40)) });

interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
}

export type StoredOf = (name: string) => readonly string[];

/** Values that conform to a JSON Schema. Custom checks of the contract are met only by chance. */
export function fitting(schema: Schema, storedOf: StoredOf, name = ''): fc.Arbitrary<unknown> {
  const stored = storedOf(name);
  if (stored.length === 0 || schema.type === 'array') return generated(schema, storedOf, name);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...stored), weight: 3 },
    { arbitrary: generated(schema, storedOf, name), weight: 1 },
  );
}

function generated(schema: Schema, storedOf: StoredOf, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => generated(choice, storedOf, name)));
  switch (schema.type) {
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1e9),
        max: Math.min(schema.maximum ?? 1000, 1e9),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, storedOf, name), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fitting(value, storedOf, key)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return plainText();
  }
}

function fittingText({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.oneof(fc.webUrl(), fc.constant('http://localhost:8080/success'));
  if (format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (pattern !== undefined && !pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern));
  return fc.oneof(plainText(minLength, maxLength), fc.emailAddress());
}

/** Drops, replaces or adds one field of a valid object. */
export function almost(whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(whole, fc.nat(), hostile, fc.constantFrom('drop', 'replace', 'add'))
    .map(([value, at, replacement, change]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return replacement;
      const copy: Record<string, unknown> = { ...value };
      const keys = Object.keys(copy);
      const key = keys[at % Math.max(keys.length, 1)];
      if (change === 'add' || key === undefined)
        copy[change === 'add' ? 'unknownField' : '$where'] = replacement;
      else if (change === 'drop') delete copy[key];
      else copy[key] = replacement;
      return copy;
    });
}

export const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
