import type { Schema } from './schema-facts.ts';

/** The first error of each field. */
export type Faults = Record<string, string>;

export const REQUIRED = 'This field is required.';

const isBlank = (value: unknown) =>
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

/** Words an issue plainly. A message of the contract takes precedence. */
function describeIssue({ code, origin, minimum, maximum, format }: Issue): string | undefined {
  if (code === 'too_small' && origin === 'string') {
    return Number(minimum) <= 1 ? REQUIRED : `At least ${String(minimum)} characters.`;
  }
  if (code === 'too_big' && origin === 'string') return `At most ${String(maximum)} characters.`;
  return code === 'invalid_format' ? MESSAGES[String(format)] : undefined;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Validates values by the schema and reports only errors of the form's own fields. */
export function findSchemaFaults(schema: Schema | undefined, values: Record<string, unknown>): Faults {
  const result = schema?.safeParse(values, { error: (issue) => describeIssue(issue as Issue) });
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

interface Checks<V> {
  required: readonly string[];
  check: ((values: V) => Partial<Record<string, string>>) | undefined;
  asSent: (values: V) => Record<string, unknown>;
}

/** Validates values by the schema and by the form's own rules. An empty required field is reported as empty. */
export function findFaults<V extends Record<string, unknown>>(
  schema: Schema | undefined,
  values: V,
  { required, check, asSent }: Checks<V>,
): Faults {
  const own = Object.entries(check?.(values) ?? {}).flatMap(([name, text]) => (text ? [[name, text]] : []));
  const empty = required.filter((name) => isBlank(values[name]));
  return {
    ...Object.fromEntries(own),
    ...findSchemaFaults(schema, asSent(values)),
    ...Object.fromEntries(empty.map((name) => [name, REQUIRED])),
  };
}
