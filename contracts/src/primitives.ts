import { z } from 'zod';
import { cleanSecret } from './pasted.ts';

/** The hexadecimal form of a MongoDB ObjectId. */
export const ObjectIdText = z.string().regex(/^[0-9a-f]{24}$/);

/** A date as ISO 8601 text, in UTC. */
export const IsoDate = z.iso.datetime();

/** Text of a person: trimmed, in the composed form of Unicode (NFC), no control characters but line breaks and tabs. */
export function text(max: number, min = 0): z.ZodString {
  return z
    .string()
    .overwrite((given) => dropControls(given.replaceAll(OFFICE_BREAKS, '\n')))
    .trim()
    .min(min)
    .max(max);
}

/** Zero-width characters, direction marks, fillers and similar. A name of only these is invisible. */
const SOMETHING_VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cn}\p{Co}\p{Cs}\u2800]/u;

/** A line that shows something, or is empty where that is allowed: a name. */
export const nameLine = (max: number, min = 0) =>
  line(max, min).refine(
    (value) => value === '' || SOMETHING_VISIBLE.test(value),
    'must have a visible character',
  );

/** As `text`, on one line: what ends up in a mail header or a table cell. */
export function line(max: number, min = 0): z.ZodString {
  return z
    .string()
    .overwrite((given) => dropControls(given.replaceAll(OFFICE_BREAKS, ' ')))
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\t\r\n]*$/, 'must be a single line');
}

/** Line and page breaks that word processors leave in what is copied from them. */
const OFFICE_BREAKS = /[\v\f]/g;

const dropControls = (given: string) =>
  given.normalize('NFC').replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '');

/** A key or a secret of another system, as it was pasted. */
export const PastedSecret = z.string().max(600).transform(cleanSecret).pipe(z.string().max(300));

/** An optional part of a call that other people's software makes: tools send `null` for what they do not have. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}
