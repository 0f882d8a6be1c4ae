import { z } from 'zod';
import { line, ObjectIdText } from '../primitives.ts';

/** The reply is a plain array. With `limit`, it is one page, and the header has the cursor of the next one. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: ObjectIdText.optional(),
  /** A whole license key or the beginning of an email address. */
  search: line(254).optional(),
});
export const LicenseSort = z.enum(['newest', 'oldest']);
export type LicenseSort = z.infer<typeof LicenseSort>;

export type ListQuery = z.infer<typeof ListQuery>;
