import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { getReseller } from './find-reseller.ts';
import { recordFormerSlugs } from './former-slug.model.ts';
import { currentSlug, sortNameOf, type ResellerDocument } from './reseller.model.ts';
import { makeSlug } from './slug.ts';

type Change = Partial<
  Pick<
    ResellerDocument,
    | 'businessName'
    | 'contactPerson'
    | 'phone'
    | 'productPrice'
    | 'currency'
    | 'salesPage'
    | 'embeddingSites'
    | 'sellerDetails'
    | 'promises'
    | 'saleNotices'
  >
>;

/**
 * Changes a reseller. A changed business name gets a new slug. The old slug stays reserved and still leads to their
 * page.
 * @param currency the currency of the new price
 * @throws {DomainError} NOT_FOUND; CONFLICT if the reseller sells in another currency
 */
export async function changeReseller(
  commerce: Pick<CommerceContext, 'resellers' | 'formerSlugs'>,
  resellerId: string,
  change: Change,
  currency?: ResellerDocument['currency'],
): Promise<ResellerDocument> {
  for (;;) {
    const stored = await getReseller(commerce, resellerId);
    checkCurrency(stored, currency);
    const isRenamed =
      change.businessName !== undefined && plain(change.businessName) !== plain(stored.businessName);
    const names = change.businessName === undefined ? {} : { sortName: sortNameOf(change.businessName) };
    const slug = makeSlug(change.businessName ?? '');
    if (isRenamed) {
      if (await commerce.formerSlugs.exists({ _id: slug })) continue;
      // Before the write that takes the slug away: it leads to their page at every moment.
      await recordFormerSlugs(commerce, stored._id, stored.slugs);
    }
    try {
      const changed = await commerce.resellers
        .findOneAndUpdate(
          {
            _id: stored._id,
            businessName: stored.businessName,
            'slugs.0': currentSlug(stored),
            deletedAt: null,
            currency: currency ?? stored.currency,
          },
          { $set: { ...change, ...names, ...(isRenamed ? { slugs: [slug] } : {}) } },
          { returnDocument: 'after' },
        )
        .lean();
      // Optimistic locking: retry if the name, the currency or the reseller changed meanwhile.
      if (changed) {
        recordChange({ target: resellerId, before: stored, after: changed });
        return changed;
      }
    } catch (error) {
      // The new slug was taken: another six characters.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** @throws {DomainError} CONFLICT */
export function checkCurrency(stored: ResellerDocument, currency: string | undefined): void {
  if (currency === undefined || currency === stored.currency) return;
  throw new DomainError(
    'CONFLICT',
    `This reseller sells in ${stored.currency} now. Open the reseller again and enter the price in ${stored.currency}.`,
  );
}

/** Spaces at the ends and between words do not make another name. */
function plain(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ');
}

/** @throws {DomainError} NOT_FOUND */
export async function setActive(
  { resellers }: Pick<CommerceContext, 'resellers'>,
  resellerId: string,
  isActive: boolean,
): Promise<ResellerDocument> {
  const stored = await resellers
    .findOneAndUpdate(
      { _id: resellerId, deletedAt: null },
      { $set: { isActive, isActiveWithRights: isActive } },
      { returnDocument: 'before' },
    )
    .lean();
  if (!stored) throw new DomainError('NOT_FOUND', 'This reseller does not exist.');
  const changed = { ...stored, isActive };
  recordChange({ target: resellerId, before: stored, after: changed });
  return changed;
}
