import type { CommerceContext } from '../context.ts';
import { currentSlug } from '../resellers/reseller.model.ts';

/** The page of the reseller who sells, under their current slug; undefined where the platform does. */
export async function findOfferPath(
  { resellers }: Pick<CommerceContext, 'resellers'>,
  resellerId: string | null,
): Promise<string | undefined> {
  const reseller = resellerId === null ? null : await resellers.findById(resellerId).lean();
  return reseller ? `/r/${currentSlug(reseller)}` : undefined;
}
