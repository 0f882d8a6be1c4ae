import type { CommerceContext } from '../context.ts';
import { currentSlug } from '../resellers/reseller.model.ts';

/** The page of the selling reseller, under their current slug; undefined for the platform's own sales. */
export async function findOfferPath(
  { resellers }: Pick<CommerceContext, 'resellers'>,
  resellerId: string | null,
): Promise<string | undefined> {
  const reseller = resellerId === null ? null : await resellers.findById(resellerId).lean();
  return reseller ? `/r/${currentSlug(reseller)}` : undefined;
}
