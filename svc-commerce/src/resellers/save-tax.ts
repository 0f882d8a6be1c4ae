import type { SellerTax } from '@leadping/contracts/commerce/seller-tax';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { CommerceContext } from '../context.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { tryTax } from '../taxes/try-tax.ts';
import { getReseller } from './find-reseller.ts';
import { priceOf, type ResellerDocument } from './reseller.model.ts';

/**
 * Saves how a reseller handles tax, if Stripe opens a payment page with it on their account.
 * @throws {DomainError} NOT_FOUND, VALIDATION_FAILED, UNAVAILABLE
 */
export async function saveTax(
  commerce: CommerceContext,
  resellerId: string,
  tax: SellerTax,
): Promise<ResellerDocument> {
  for (;;) {
    const stored = await getReseller(commerce, resellerId);
    const secretKey = openSecret(commerce.sealer, 'resellers', stored, 'sealedSecretKey');
    await tryTax(commerce, { secretKey, money: priceOf(stored), tax });
    const saved = await commerce.resellers
      .findOneAndUpdate(
        { _id: stored._id, sealedSecretKey: stored.sealedSecretKey, deletedAt: null },
        { $set: { tax } },
        { returnDocument: 'after' },
      )
      .lean();
    // Optimistic locking: the tax was tried on another account if the key has changed meanwhile.
    if (!saved) continue;
    recordChange({ target: stored._id, before: stored, after: saved });
    return saved;
  }
}
