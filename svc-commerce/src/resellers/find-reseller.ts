import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import type { ResellerDocument } from './reseller.model.ts';

/** Finds a reseller by id, current slug or former slug. Deleted resellers are found only for pending payments. */
export async function findReseller(
  { resellers, formerSlugs }: Pick<CommerceContext, 'resellers' | 'formerSlugs'>,
  idOrSlug: string,
  { withDeleted = false } = {},
): Promise<ResellerDocument | null> {
  const key = idOrSlug.toLowerCase();
  const byFormerSlug = async () => {
    const former = await formerSlugs.findById(key).lean();
    return former && resellers.findById(former.resellerId).lean();
  };
  const reseller =
    (await resellers.findById(key).lean()) ??
    (await resellers.findOne({ slugs: key }).lean()) ??
    (await byFormerSlug());
  return reseller && (withDeleted || !reseller.deletedAt) ? reseller : null;
}

/** @throws {DomainError} NOT_FOUND */
export async function getReseller(
  commerce: Pick<CommerceContext, 'resellers' | 'formerSlugs'>,
  idOrSlug: string,
): Promise<ResellerDocument> {
  const reseller = await findReseller(commerce, idOrSlug);
  if (!reseller) throw new DomainError('NOT_FOUND', 'This reseller does not exist.');
  return reseller;
}
