import type { Route } from '@leadping/contracts/route';
import fc from 'fast-check';
import { z } from 'zod';

/** What breaks parsers, queries, headers and terminals. */
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
const hostile = fc.constantFrom(...HOSTILE);
const plainText = (min = 0, max = 40) =>
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

/** Values that fit a JSON Schema, as far as it says; what the contract checks in code is met by chance. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fitting));
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
      return fc.array(fitting(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fitting(value)]),
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

export interface FuzzRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

/** One field of an object that fits is dropped, replaced or added. */
function almost(whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
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

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;

/** Requests to a route, by its contract: fitting, almost fitting and hostile. */
export function requestsTo(route: Route): fc.Arbitrary<FuzzRequest> {
  const part = (schema: z.ZodType | undefined, anything: fc.Arbitrary<unknown>) => {
    if (!schema) return anything;
    const whole = fitting(schemaOf(schema));
    return fc.oneof(
      { arbitrary: whole, weight: 4 },
      { arbitrary: almost(whole), weight: 3 },
      { arbitrary: anything, weight: 1 },
    );
  };
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const anyParams = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.oneof(hostile, fc.stringMatching(/^[0-9a-f]{24}$/))])),
  );
  const anyQuery = fc.dictionary(fc.constantFrom('limit', 'cursor', 'search', 'from', 'x'), hostile, {
    maxKeys: 2,
  });
  return fc.record({
    params: part(route.params, anyParams),
    query: part(route.query, anyQuery),
    headers: part(route.headers, fc.constant({})),
    body: route.bodyType === 'raw' ? fc.oneof(hostile, fc.jsonValue()) : part(route.body, hostile),
  }) as fc.Arbitrary<FuzzRequest>;
}
