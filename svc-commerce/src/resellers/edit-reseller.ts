import type { editReseller as editRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { changeResellerEmail } from '@leadping/contracts/identity/requests';
import type { RequestOf } from '@leadping/contracts/route';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { CommerceContext } from '../context.ts';
import { checkPrice } from '../pricing/read-price.ts';
import { changeReseller, checkCurrency } from './change-reseller.ts';
import { getReseller } from './find-reseller.ts';
import { hasNoSignIn } from './has-no-sign-in.ts';
import type { ResellerDocument } from './reseller.model.ts';

/**
 * Changes a reseller on behalf of an admin. The price is text in minor units of `currency`, if that is sent. Identity
 * may refuse the address, so it is asked after every check and before the only write of name and price.
 * @throws {DomainError} NOT_FOUND, PRICE_TOO_LOW, EMAIL_TAKEN, CONFLICT if the reseller sells in another currency
 */
export async function editReseller(
  commerce: CommerceContext,
  resellerId: string,
  { businessName, productPrice, currency, email }: RequestOf<typeof editRoute>['body'],
): Promise<ResellerDocument> {
  const stored = await getReseller(commerce, resellerId);
  checkCurrency(stored, currency);
  const price =
    productPrice === undefined
      ? undefined
      : checkPrice('productPrice', { amountMinor: Number(productPrice), currency: stored.currency });
  if (email !== undefined && email !== stored.email) await saveEmail(commerce, stored, email);
  const changed = await changeReseller(
    commerce,
    resellerId,
    {
      ...(businessName !== undefined && { businessName }),
      ...(price && { productPrice: price.amountMinor }),
    },
    price?.currency,
  );
  recordChange({ before: stored, after: changed });
  return changed;
}

async function saveEmail(commerce: CommerceContext, stored: ResellerDocument, email: string): Promise<void> {
  await commerce.bus
    .request(changeResellerEmail, { resellerId: stored._id, email })
    .catch((error: unknown) => {
      // A reseller without a sign-in gets one with resent credentials, at the address stored then.
      if (!hasNoSignIn(error)) throw error;
    });
  // Audited even if the rest of the change is refused.
  recordChange({ target: stored._id, before: { email: stored.email }, after: { email } });
  await commerce.resellers.updateOne(
    // Keeps a newer address that the reseller chose meanwhile.
    { _id: stored._id, email: stored.email },
    { $set: { email, canonicalEmail: canonicalEmail(email) } },
  );
}
