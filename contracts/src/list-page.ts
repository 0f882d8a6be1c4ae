import { z } from 'zod';
import { IsoDate, line } from './primitives.ts';

/** Common parameters of paged lists. The header `NextCursor` of a reply contains the cursor of the next page. */
export const ListPage = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  /** The cursor from the previous page. */
  cursor: z
    .string()
    .regex(/^[\w.:-]{1,1200}$/)
    .optional(),
});
export type ListPage = z.infer<typeof ListPage>;

/** A half-open interval: includes `from`, excludes `to`. The page computes days in its own time zone. */
export const Period = z.object({ from: IsoDate.optional(), to: IsoDate.optional() });
export type Period = z.infer<typeof Period>;

export const SearchText = line(254).optional();
