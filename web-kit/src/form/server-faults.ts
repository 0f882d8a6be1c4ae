import { ApiError } from '../api/api-error.ts';
import type { Faults } from './check-values.ts';

/**
 * The server's messages by field. A reply names one field, or lists all invalid fields.
 * @param aliases form fields by the name that a route uses for them
 */
export function findServerFaults(
  error: Error | null | undefined,
  names: readonly string[],
  aliases: Partial<Record<string, string>> = {},
): Faults {
  if (!(error instanceof ApiError)) return {};
  const { field, fields, message } = error;
  const named = field !== undefined && fields.length === 0 ? [{ path: field, message }] : fields;
  const faults = named.flatMap(({ path, message: text }) => {
    const name = path
      .split('.')
      .map((part) => aliases[part] ?? part)
      .find((part) => names.includes(part));
    return name === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(faults);
}
