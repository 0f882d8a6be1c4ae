import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, Json>>;

/** The parts of an OpenAPI document that are compared. */
export interface ApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { content: Readonly<Record<string, { schema: Json }>> };
  responses?: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Json }>> }>>;
}

/** Requests may only become more permissive, and replies only more specific. */
type Side = 'request' | 'reply';

/** One line per change that breaks a client of the previous document, such as a page of the last release. */
export function breakingChanges(before: ApiDocument, after: ApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const now = after.paths[path]?.[method];
      const changes = now ? changesOfOperation(operation, now) : ['was removed'];
      return changes.map((change) => `${method.toUpperCase()} ${path}: ${change}`);
    }),
  );
}

function changesOfOperation(before: Operation, after: Operation): string[] {
  return [
    ...compare(requestSchema(before), requestSchema(after), 'request', 'request'),
    ...Object.entries(before.responses ?? {})
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, reply]) => {
        const now = after.responses?.[status];
        return now
          ? compare(bodySchema(reply), bodySchema(now), 'reply', `reply ${status}`)
          : [`reply ${status} was removed`];
      }),
  ];
}

/** Parameters and body as one object. */
function requestSchema({ parameters = [], requestBody }: Operation): Json {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      ...(requestBody ? { body: bodySchema(requestBody) } : {}),
    },
    required: requestBody ? [...required, 'body'] : required,
  };
}

const bodySchema = ({ content = {} }: { content?: Readonly<Record<string, { schema: Json }>> }): Json =>
  Object.values(content)[0]?.schema ?? {};

function compare(before: Json, after: Json, side: Side, at: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, now] = [formsOf(before), formsOf(after)];
  if (old.length > 1 || now.length > 1) return compareForms(old, now, side, at);
  return [
    ...compareTypes(before, after, side, at),
    ...compareLimits(before, after, side, at),
    ...compareProperties(before, after, side, at),
    ...compareItems(before, after, side, at),
  ];
}

const formsOf = (schema: Json): Json[] => (schema.anyOf ?? schema.oneOf ?? [schema]) as Json[];

/** Every form that a request had must still be accepted, and every form that a reply has must be a former one. */
function compareForms(old: Json[], now: Json[], side: Side, at: string): string[] {
  const fits =
    side === 'request'
      ? old.every((form) => now.some((other) => compare(form, other, side, at).length === 0))
      : now.every((form) => old.some((other) => compare(other, form, side, at).length === 0));
  if (fits) return [];
  return [
    side === 'request' ? `${at} no longer accepts one of its forms` : `${at} may now have another form`,
  ];
}

function compareTypes(before: Json, after: Json, side: Side, at: string): string[] {
  return (['type', 'enum'] as const).flatMap((key) => {
    const [old, now] = [listOf(before[key] ?? before.const), listOf(after[key] ?? after.const)];
    const [wide, narrow] = side === 'request' ? [now, old] : [old, now];
    const isAny = wide.length === 0;
    const lost =
      narrow.length === 0 && !isAny
        ? ['anything']
        : narrow.filter((value) => !isAny && !wide.includes(value));
    const what = side === 'request' ? 'no longer accepts' : 'may now be';
    return lost.length > 0 ? [`${at} ${what} ${lost.join(', ')}`] : [];
  });
}

const listOf = (value: unknown): unknown[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

const LIMITS = { minLength: 1, minimum: 1, minItems: 1, maxLength: -1, maximum: -1, maxItems: -1 } as const;

function compareLimits(before: Json, after: Json, side: Side, at: string): string[] {
  if (side === 'reply') return [];
  return Object.entries(LIMITS).flatMap(([key, direction]) => {
    const [old, now] = [before[key], after[key]];
    if (typeof now !== 'number') return [];
    const isStricter = typeof old !== 'number' || (now - old) * direction > 0;
    return isStricter ? [`${at} has a stricter ${key}: ${now}`] : [];
  });
}

function compareProperties(before: Json, after: Json, side: Side, at: string): string[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)];
  const [wasRequired, isRequired] = [listOf(before.required), listOf(after.required)];
  const changed = Object.entries(old).flatMap(([name, schema]) => {
    const current = now[name];
    if (current) return compare(schema, current, side, `${at}.${name}`);
    return side === 'reply' ? [`${at}.${name} was removed`] : [];
  });
  const [more, less] = side === 'request' ? [isRequired, wasRequired] : [wasRequired, isRequired];
  const what = side === 'request' ? 'is required now' : 'may be missing now';
  const names = more.filter((name) => !less.includes(name) && (side === 'request' || String(name) in now));
  return [...changed, ...names.map((name) => `${at}.${String(name)} ${what}`)];
}

const propertiesOf = ({ properties }: Json) => (properties ?? {}) as Schemas;

function compareItems(before: Json, after: Json, side: Side, at: string): string[] {
  return before.items && after.items
    ? compare(before.items as Json, after.items as Json, side, `${at}[]`)
    : [];
}
