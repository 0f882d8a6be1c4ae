import { z } from 'zod';

/** Who sold: the platform (`resellerId` null) or a reseller under their own name. */
export const Seller = z.object({ resellerId: z.string().nullable(), businessName: z.string() });
export type Seller = z.infer<typeof Seller>;
