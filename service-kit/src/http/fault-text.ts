/** The fields of a zod issue that its text uses. The code decides which of them exist. */
interface Issue {
  code?: string;
  /** The type that has the limit, as in `too_small`. */
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
  expected?: unknown;
  input?: unknown;
  values?: unknown;
  keys?: unknown;
  format?: unknown;
}

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a web address',
  datetime: 'must be a date in ISO 8601',
};

const TYPES: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  int: 'a whole number',
};

const UNITS: Record<string, string> = { string: ' characters', array: ' entries', set: ' entries' };

function limitText({ origin, minimum, maximum, inclusive }: Issue): string {
  const unit = UNITS[String(origin)];
  if (minimum !== undefined) {
    if (unit && Number(minimum) === 1) return 'must not be empty';
    if (unit) return `must have at least ${String(minimum)}${unit}`;
    return `must be ${inclusive ? 'at least' : 'more than'} ${String(minimum)}`;
  }
  if (unit) return `must have at most ${String(maximum)}${unit}`;
  return `must be ${inclusive ? 'at most' : 'less than'} ${String(maximum)}`;
}

function typeText({ expected, input }: Issue): string {
  if (input === undefined) return 'is missing';
  const type = String(expected);
  return `must be ${TYPES[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)}`;
}

/**
 * The zod error map for requests. Each text follows the name of its field and states why the value was refused. A message in a
 * contract takes precedence.
 */
export function faultText(issue: Issue): string {
  const { code, values, keys, format } = issue;
  if (code === 'too_small' || code === 'too_big') return limitText(issue);
  if (code === 'invalid_type') return typeText(issue);
  if (code === 'invalid_value' && Array.isArray(values)) return `must be one of: ${values.join(', ')}`;
  if (code === 'unrecognized_keys' && Array.isArray(keys)) return `unknown fields: ${keys.join(', ')}`;
  if (code === 'invalid_format') return FORMATS[String(format)] ?? 'is not in the expected form';
  return 'is not accepted here';
}
