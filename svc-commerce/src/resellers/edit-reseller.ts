import type { editReseller as editRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { changeResellerEmail } from '@leadping/contracts/identity/requests';
import type { RequestOf } from '@leadping/contracts/route';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { CommerceContext } from '../context.ts';
import { checkPrice } from '../pricing/read-price.ts';
import { changeReseller } from './change-reseller.ts';
import { getReseller } from './find-reseller.ts';
import type { ResellerDocument } from './reseller.model.ts';

/**
 * What an admin changes of a reseller; the price comes in minor units as text.
 * @throws {DomainError} NOT_FOUND, PRICE_TOO_LOW, EMAIL_TAKEN
 */
export async function editReseller(
  commerce: CommerceContext,
  resellerId: string,
  { businessName, productPrice, email }: RequestOf<typeof editRoute>['body'],
): Promise<ResellerDocument> {
  const stored = await getReseller(commerce, resellerId);
  const { currency, email: storedEmail } = stored;
  const price =
    productPrice === undefined
      ? undefined
      : checkPrice('productPrice', { amountMinor: Number(productPrice), currency }).amountMinor;
  // Identity may refuse the address, so it is requested before anything is written.
  if (email !== undefined && email !== storedEmail) {
    await commerce.bus.request(changeResellerEmail, { resellerId, email });
    await commerce.resellers.updateOne(
      { _id: resellerId },
      { $set: { email, canonicalEmail: canonicalEmail(email) } },
    );
  }
  const changed = await changeReseller(commerce, resellerId, {
    ...(businessName === undefined ? {} : { businessName }),
    ...(price === undefined ? {} : { productPrice: price }),
  });
  recordChange({ before: stored, after: changed });
  return changed;
}
