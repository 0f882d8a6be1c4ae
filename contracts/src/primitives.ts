import { z } from 'zod';
import { cleanSecret } from './pasted.ts';

/** The hexadecimal form of a MongoDB ObjectId. */
export const ObjectIdText = z.string().regex(/^[0-9a-f]{24}$/);

/** A date as ISO 8601 text, in UTC. */
export const IsoDate = z.iso.datetime();

/** User text: trimmed, Unicode NFC, no control characters except line breaks and tabs. */
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

const isVisible = (value: string) => SOMETHING_VISIBLE.test(value);

/** A line with at least one visible character, or an empty line if that is allowed. */
export const nameLine = (max: number, min = 0) =>
  line(max, min).refine((value) => value === '' || isVisible(value), 'must have a visible character');

/** An optional name in a call from other software, where a refusal would come after the sale. Invisible is empty. */
export const lenientName = (max: number) =>
  line(max)
    .nullish()
    .transform((name) => (name && isVisible(name) ? name : ''));

/** Like `text` but on one line, for mail headers and table cells. */
export function line(max: number, min = 0): z.ZodString {
  return z
    .string()
    .overwrite((given) => dropControls(given.replaceAll(OFFICE_BREAKS, ' ')))
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\t\r\n]*$/, 'must be a single line');
}

/** Direction marks, zero-width characters, line separators and unassigned code points. */
const HIDDEN =
  /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\u0085\u2800]/u;
const NOT_HIDDEN = 'contains an invisible character. Type it again instead of pasting it.';

/** A line that shows all of its characters, for texts that others rely on. */
export const plainLine = (max: number, min = 0) =>
  line(max, min).refine((value) => !HIDDEN.test(value), NOT_HIDDEN);

/** Like `plainLine` with line breaks. */
export const plainText = (max: number, min = 0) =>
  text(max, min).refine((value) => !HIDDEN.test(value), NOT_HIDDEN);

/** Line and page breaks of word processors. */
const OFFICE_BREAKS = /[\v\f]/g;

const dropControls = (given: string) =>
  given.normalize('NFC').replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '');

/** A pasted key or secret of another system. */
export const PastedSecret = z.string().max(600).transform(cleanSecret).pipe(z.string().max(300));

/** An optional field of a call from other software. Some tools send `null` for missing values. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}
