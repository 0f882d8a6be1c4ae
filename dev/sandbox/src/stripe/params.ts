import { z } from 'zod';
import { StripeError } from './errors.ts';
import type { Form } from './form.ts';

/** Form values arrive as text. These schemas define the valid texts. */
export const text = (longest = 5_000) => z.string().min(1).max(longest);
export const integer = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, { error: 'integer' })
    .transform(Number);
export const decimal = () =>
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,6})?$/, { error: 'decimal' })
    .transform(Number);
export const currencyCode = () => text(3).transform((code) => code.toLowerCase());
export const flag = () => z.enum(['true', 'false']).transform((value) => value === 'true');

/** A list in a form: `a[0]=x&a[1]=y` or `a[]=x&a[]=y`. */
export const list = <T extends z.ZodType>(item: T, most = 100) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value).flat() : value),
    z.array(item).max(most),
  );

/** Up to 50 keys of 40 characters with values of 500 characters. An empty value removes its key. */
export const metadata = () =>
  z
    .preprocess(
      (value) => (value === '' ? {} : value),
      z
        .record(z.string().max(40), z.string().max(500))
        .refine((record) => Object.keys(record).length <= 50, { error: 'metadata holds at most 50 keys' }),
    )
    .transform((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '')));

/** A time, or a range such as `created[gte]=1700000000`. */
export const range = () =>
  z.union([
    integer().transform((moment) => ({ gte: moment, lte: moment })),
    z.strictObject({
      gt: integer().optional(),
      gte: integer().optional(),
      lt: integer().optional(),
      lte: integer().optional(),
    }),
  ]);

export const expandable = { expand: list(text(), 20).optional() };

export const pageable = {
  ...expandable,
  limit: integer().optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

/** @throws StripeError with Stripe's message for the first fault */
export function readParams<T extends z.ZodType>(schema: T, form: Form): z.output<T> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const issue = firstIssue(parsed.error.issues);
  throw toStripeError(issue, form);
}

type Issue = z.core.$ZodIssue;

/** Missing parameters come before unknown ones, as at Stripe. Inside a union the deepest issue counts. */
function firstIssue(issues: Issue[]): Issue {
  const flat = issues.map(unwrapUnion);
  const first = flat.find((issue) => issue.code !== 'unrecognized_keys') ?? flat[0];
  if (first === undefined) throw new Error('a failed parse names at least one issue');
  return first;
}

function unwrapUnion(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

function toStripeError(issue: Issue, form: Form): StripeError {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? '']);
    return new StripeError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = bracketed(issue.path);
  const given = issue.path.reduce<unknown>((value, key) => Object(value)[key], form);
  const shown = typeof given === 'string' ? given : JSON.stringify(given);
  if (given === undefined)
    return new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (given === '')
    return new StripeError(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    );
  if (issue.message === 'integer')
    return new StripeError(`Invalid integer: ${shown}`, { code: 'parameter_invalid_integer', param });
  if (issue.message === 'decimal') return new StripeError(`Invalid decimal: ${shown}`, { param });
  if (issue.code === 'invalid_value') return invalidValue(issue.values.map(String), shown, param);
  if (issue.code === 'too_big' && issue.origin === 'string')
    return new StripeError(
      `Invalid string: ${shown.slice(0, 20)}...; must be at most ${issue.maximum} characters`,
      { param },
    );
  return new StripeError(`Invalid ${param}: ${issue.message}`, { param });
}

function invalidValue(allowed: string[], shown: string, param: string): StripeError {
  if (allowed.join() === 'true,false') return new StripeError(`Invalid boolean: ${shown}`, { param });
  const choices = new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed);
  return new StripeError(`Invalid ${param}: must be ${allowed.length > 1 ? 'one of ' : ''}${choices}`, {
    param,
  });
}

const bracketed = (path: readonly PropertyKey[]) =>
  path.map((key, depth) => (depth === 0 ? String(key) : `[${String(key)}]`)).join('');
