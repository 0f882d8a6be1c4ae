import type { Route } from '@leadping/contracts/route';

type Schema = NonNullable<Route['body']>;

/** Brings the schema that a form is held to, so that no page waits for it: `() => import('…').then(({ login }) => login.body)`. */
export type LoadSchema = () => Promise<Schema | undefined>;

/** What is wrong with which field; the first fault of each. */
export type Faults = Record<string, string>;

export interface FieldFacts {
  /** The contract refuses it empty. */
  required: boolean;
  maxLength: number | undefined;
}

export const REQUIRED = 'This field is required.';

/** The content policy forbids what the schema library tries first. It reads this when schemas are made. */
function withoutEval(): void {
  const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
  scope.__zod_globalConfig = { ...scope.__zod_globalConfig, jitless: true };
}

export async function loadSchema(load: LoadSchema): Promise<Schema | undefined> {
  withoutEval();
  return load();
}

/** The parts of a schema's definition that rules are read from. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  in?: Schema;
  innerType?: Schema;
}

const definitionOf = (schema: Schema) => schema.def as unknown as Definition;

/** What stands inside defaults, options and transforms. */
function unwrap(schema: Schema): Schema {
  const { in: inner, innerType } = definitionOf(schema);
  const next = inner ?? innerType;
  return next ? unwrap(next) : schema;
}

/** What the contract says of each field before anything is typed. */
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

/** What a message is made of; which of them there are depends on the code. */
interface Issue {
  code?: string;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  format?: unknown;
}

/** In the reader's words; what a contract says itself goes before this. */
function messageOf({ code, origin, minimum, maximum, format }: Issue): string | undefined {
  if (code === 'too_small' && origin === 'string') {
    return Number(minimum) <= 1 ? REQUIRED : `At least ${String(minimum)} characters.`;
  }
  if (code === 'too_big' && origin === 'string') return `At most ${String(maximum)} characters.`;
  return code === 'invalid_format' ? MESSAGES[String(format)] : undefined;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Holds values to the schema; only faults of the fields that the form has are reported. */
export function faultsOf(schema: Schema | undefined, values: Record<string, unknown>): Faults {
  const result = schema?.safeParse(values, { error: (issue) => messageOf(issue as Issue) });
  const faults: Faults = {};
  for (const { path, message } of result?.error?.issues ?? []) {
    const name = String(path[0]);
    if (!(name in values) || faults[name]) continue;
    // Of a list: which entry it is, and which part of it.
    const [, entry, part] = path;
    const place = typeof entry === 'number' ? `Number ${entry + 1}${part ? `, ${String(part)}` : ''}: ` : '';
    faults[name] = isBlank(values[name]) ? REQUIRED : place + sentence(message);
  }
  return faults;
}
