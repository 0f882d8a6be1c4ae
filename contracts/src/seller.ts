import { z } from 'zod';

/** The seller: the platform (`resellerId` null) or a reseller under their own name. */
export const Seller = z.object({ resellerId: z.string().nullable(), businessName: z.string() });
export type Seller = z.infer<typeof Seller>;
