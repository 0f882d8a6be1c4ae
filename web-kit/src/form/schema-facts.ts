import type { Route } from '@leadping/contracts/route';

export type Schema = NonNullable<Route['body']>;

/** Loads the form's schema without blocking the page: `() => import('…').then(({ login }) => login.body)`. */
export type LoadSchema = () => Promise<Schema | undefined>;

export interface FieldFacts {
  /** Whether the contract rejects an empty value. */
  required: boolean;
  maxLength: number | undefined;
}

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

const readDefinition = (schema: Schema) => schema.def as unknown as Definition;

function unwrap(schema: Schema): Schema {
  const { in: inner, innerType } = readDefinition(schema);
  const next = inner ?? innerType;
  return next ? unwrap(next) : schema;
}

/** Reads the rules of each field from the schema. */
export function readFacts(schema: Schema | undefined): Record<string, FieldFacts> {
  const shape = schema && readDefinition(unwrap(schema)).shape;
  if (!shape) return {};
  const entries = Object.entries(shape).map(([name, field]): [string, FieldFacts] => {
    const { maxLength } = unwrap(field) as { maxLength?: number | null };
    return [name, { required: !field.safeParse('').success, maxLength: maxLength ?? undefined }];
  });
  return Object.fromEntries(entries);
}
