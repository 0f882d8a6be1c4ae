import type { Route } from '@leadping/contracts/route';

type Schema = NonNullable<Route['body']>;

/** Loads the form's schema without blocking the page: `() => import('…').then(({ login }) => login.body)`. */
export type LoadSchema = () => Promise<Schema | undefined>;

/** The first error of each field. */
export type Faults = Record<string, string>;

export interface FieldFacts {
  /** Whether the contract rejects an empty value. */
  required: boolean;
  maxLength: number | undefined;
}

export const REQUIRED = 'This field is required.';

/**
 * The schema library tries `eval` first, which the content security policy forbids. It reads this setting when
 * schemas are created.
 */
function withoutEval(): void {
  const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
  scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };
}

export async function loadSchema(load: LoadSchema): Promise<Schema | undefined> {
  withoutEval();
  return load();
}

interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  in?: Schema;
  innerType?: Schema;
}

const definitionOf = (schema: Schema) => schema.def as unknown as Definition;

function unwrap(schema: Schema): Schema {
  const { in: inner, innerType } = definitionOf(schema);
  const next = inner ?? innerType;
  return next ? unwrap(next) : schema;
}

export function factsOf(schema: Schema | undefined): Record<string, FieldFacts> {
  const shape = schema && definitionOf(unwrap(schema)).shape;
  if (!shape) return {};
  const entries = Object.entries(shape).map(([name, field]): [string, FieldFacts] => {
    const { maxLength } = unwrap(field) as { maxLength?: number | null };
    return [name, { required: !field.safeParse('').success, maxLength: maxLength ?? undefined }];
  });
  return Object.fromEntries(entries);
}

export const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const MESSAGES: Record<string, string> = {
  email: 'Enter an email address, such as name@example.com.',
  url: 'Enter a web address that begins with https://',
};

/** The parts of a message. They depend on the code. */
interface Issue {
  code?: string;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  format?: unknown;
}

/** The message in plain words. A message of the contract takes precedence. */
function messageOf({ code, origin, minimum, maximum, format }: Issue): string | undefined {
  if (code === 'too_small' && origin === 'string') {
    return Number(minimum) <= 1 ? REQUIRED : `At least ${String(minimum)} characters.`;
  }
  if (code === 'too_big' && origin === 'string') return `At most ${String(maximum)} characters.`;
  return code === 'invalid_format' ? MESSAGES[String(format)] : undefined;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Validates values by the schema and reports only errors of the form's own fields. */
export function faultsOf(schema: Schema | undefined, values: Record<string, unknown>): Faults {
  const result = schema?.safeParse(values, { error: (issue) => messageOf(issue as Issue) });
  const faults: Faults = {};
  for (const { path, message } of result?.error?.issues ?? []) {
    const name = String(path[0]);
    if (!(name in values) || faults[name]) continue;
    // In a list: the index of the entry and its member.
    const [, entry, part] = path;
    const place = typeof entry === 'number' ? `Number ${entry + 1}${part ? `, ${String(part)}` : ''}: ` : '';
    faults[name] = isBlank(values[name]) ? REQUIRED : place + sentence(message);
  }
  return faults;
}
