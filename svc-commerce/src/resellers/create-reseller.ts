import type { CommerceContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { ResellerDocument } from './reseller.model.ts';
import { makeSlug } from './slug.ts';

type NewReseller = Pick<
  ResellerDocument,
  '_id' | 'businessName' | 'contactPerson' | 'phone' | 'notes' | 'email'
>;

/** Makes a reseller with a slug of their own; the same id a second time returns the one there is. */
export async function createReseller(
  { resellers, formerSlugs }: Pick<CommerceContext, 'resellers' | 'formerSlugs'>,
  reseller: NewReseller,
): Promise<ResellerDocument> {
  for (;;) {
    const slug = makeSlug(reseller.businessName);
    if (await formerSlugs.exists({ _id: slug })) continue;
    try {
      const slugs = [slug];
      return (await resellers.create({ ...reseller, slugs, createdAt: new Date() })).toObject();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await resellers.findById(reseller._id).lean();
      if (existing) return existing;
      // The slug was taken: another six characters.
    }
  }
}
