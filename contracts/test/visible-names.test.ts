import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ROUTES } from '../src/routes.ts';

/** Zero-width characters and direction marks. */
const INVISIBLE = '\u200b\u2060\u200e\u202e';
const NAMES = /name|person|subject|title|label|question|headline/i;

/** Teams' manifests, counters of page views, and a sign-in, which compares the name with a stored one. */
const UNREAD = /^POST \/api\/(?:admin\/releases|analytics|login)\b/;

type Field = [name: string, schema: z.ZodType];

/** The fields of a body at any depth. */
function fieldsIn(schema: unknown): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]): Field[] => [
      [name, field],
      ...fieldsIn(field),
    ]);
  }
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsIn);
  if (schema instanceof z.ZodPipe) return fieldsIn(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return fieldsIn(schema.unwrap());
  return [];
}

const names = ROUTES.filter(({ method, path }) => !UNREAD.test(`${method} ${path}`)).flatMap(
  ({ method, path, body }) =>
    fieldsIn(body)
      .filter(([name, field]) => NAMES.test(name) && field.safeParse('Ann').success)
      .map(([name, field]) => [`${name} of ${method} ${path}`, field] as const),
);

describe('a name that a person reads', () => {
  it('is a field of many calls', () => {
    expect(names.length).toBeGreaterThan(15);
  });

  it.each(names)('is refused or empty if it is only invisible: %s', (_name, field) => {
    const { success, data } = field.safeParse(INVISIBLE);
    expect(success ? data : '').toBe('');
  });
});
