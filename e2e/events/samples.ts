import { z } from 'zod';

/** The subset of JSON Schema that payloads use. */
interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: { enum?: string[] };
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
}

/** The alternatives of a schema, if there are several. */
function alternativesOf({ anyOf, oneOf, type, ...rest }: Schema): Schema[] | undefined {
  return anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((each) => ({ ...rest, type: each })) : undefined);
}

/**
 * Generates valid payloads of a contract: first the smallest without optional fields, then complete ones until every
 * alternative of every field was used. Deterministic.
 */
export function samplesOf(contract: z.ZodType): unknown[] {
  const schema = z.toJSONSchema(contract, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Schema;
  const samples = Array.from({ length: 1 + breadthOf(schema) }, (_, round) => sampleOf(schema, round));
  return samples.map((sample) => {
    contract.parse(sample);
    return sample;
  });
}

/** The largest number of alternatives of any field. */
function breadthOf(schema: Schema): number {
  const alternatives = alternativesOf(schema) ?? [];
  const choices = schema.enum ?? alternatives;
  const parts = [
    ...alternatives,
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  return Math.max(choices.length, 1, ...parts.map(breadthOf));
}

function sampleOf(schema: Schema, round: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[round % schema.enum.length];
  const alternatives = alternativesOf(schema);
  if (alternatives) return sampleOf(alternatives[round % alternatives.length] ?? {}, round);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1, round);
    case 'boolean':
      return round % 2 === 1;
    case 'null':
      return null;
    case 'array':
      return round === 0 && !schema.minItems ? [] : [sampleOf(schema.items ?? {}, round)];
    case 'object':
      return objectOf(schema, round);
    default:
      return 'anything';
  }
}

function objectOf(schema: Schema, round: number): unknown {
  const { properties = {}, propertyNames, required = [], additionalProperties } = schema;
  const names = Object.keys(properties).filter((name) => round > 0 || required.includes(name));
  const fields = names.map((name) => [name, sampleOf(properties[name] ?? {}, round)]);
  if (round > 0 && typeof additionalProperties === 'object')
    fields.push([propertyNames?.enum?.[0] ?? 'name', sampleOf(additionalProperties, round)]);
  return Object.fromEntries(fields);
}

/** One of these matches each pattern in the payloads: a word, a layout's fingerprint, a version. */
const TEXTS = ['text', '0123abcd', '1.0.0'];

function textOf({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'date-time') return '2026-11-22T12:00:00.000Z';
  if (format === 'email') return 'anna@example.com';
  if (format === 'uri') return 'https://shop.example/page';
  const fitting = pattern && TEXTS.find((text) => new RegExp(pattern, 'u').test(text));
  return fitting ?? 'text'.padEnd(minLength, '.');
}
