import { z } from 'zod';
import { IsoDate, line } from './primitives.ts';

/** What every paged list takes beside its own filters; the cursor of the next page comes in a header, `NextCursor`. */
export const ListPage = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  /** As the page before named it. */
  cursor: z
    .string()
    .regex(/^[\w.:-]{1,1200}$/)
    .optional(),
});
export type ListPage = z.infer<typeof ListPage>;

/** From this moment on and before that one: the page works out days in its own time zone. */
export const Period = z.object({ from: IsoDate.optional(), to: IsoDate.optional() });
export type Period = z.infer<typeof Period>;

export const SearchText = line(254).optional();
