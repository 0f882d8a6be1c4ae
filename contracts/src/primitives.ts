import { z } from 'zod';

/** The hexadecimal form of a MongoDB ObjectId. */
export const ObjectIdText = z.string().regex(/^[0-9a-f]{24}$/);

/** A date as ISO 8601 text, in UTC. */
export const IsoDate = z.iso.datetime();

/** Text of a person: trimmed, no control characters but line breaks and tabs. */
export function text(max: number, min = 0): z.ZodString {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'must not contain control characters');
}

/** As `text`, on one line: what ends up in a mail header or a table cell. */
export function line(max: number, min = 0): z.ZodString {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be a single line');
}
