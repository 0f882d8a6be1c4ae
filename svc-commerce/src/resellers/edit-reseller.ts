import type { editReseller as editRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { changeResellerEmail } from '@leadping/contracts/identity/requests';
import type { Money } from '@leadping/contracts/money';
import type { RequestOf } from '@leadping/contracts/route';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { checkPrice } from '../pricing/read-price.ts';
import { changeReseller } from './change-reseller.ts';
import { getReseller } from './find-reseller.ts';
import { hasNoSignIn } from './has-no-sign-in.ts';
import type { ResellerDocument } from './reseller.model.ts';

/**
 * What an admin changes of a reseller; the price comes in minor units as text, of `currency` where that is sent.
 * @throws {DomainError} NOT_FOUND, PRICE_TOO_LOW, EMAIL_TAKEN, CONFLICT where the reseller sells in another currency
 */
export async function editReseller(
  commerce: CommerceContext,
  resellerId: string,
  { businessName, productPrice, currency, email }: RequestOf<typeof editRoute>['body'],
): Promise<ResellerDocument> {
  const stored = await getReseller(commerce, resellerId);
  if (currency !== undefined && currency !== stored.currency) throw otherCurrency(stored);
  const price =
    productPrice === undefined
      ? undefined
      : checkPrice('productPrice', { amountMinor: Number(productPrice), currency: stored.currency });
  if (price) await savePrice(commerce, stored._id, price);
  if (email !== undefined && email !== stored.email) {
    await saveEmail(commerce, stored, email).catch(async (error: unknown) => {
      // The former price can be had back without a trace; an address that identity has changed is announced by mail.
      if (price) await restorePrice(commerce, stored, price);
      throw error;
    });
  }
  const changed = await changeReseller(
    commerce,
    resellerId,
    businessName === undefined ? {} : { businessName },
  );
  recordChange({ before: stored, after: changed });
  return changed;
}

async function saveEmail(commerce: CommerceContext, stored: ResellerDocument, email: string): Promise<void> {
  await commerce.bus
    .request(changeResellerEmail, { resellerId: stored._id, email })
    .catch((error: unknown) => {
      // Who has no sign-in gets it by resent credentials, at the address that is stored then.
      if (!hasNoSignIn(error)) throw error;
    });
  await commerce.resellers.updateOne(
    // A later one, which the reseller chose meanwhile, stays.
    { _id: stored._id, email: stored.email },
    { $set: { email, canonicalEmail: canonicalEmail(email) } },
  );
}

/** Only in the currency that it was checked in: the reseller may change theirs at any moment. */
async function savePrice(commerce: CommerceContext, resellerId: string, { amountMinor, currency }: Money) {
  const { matchedCount } = await commerce.resellers.updateOne(
    { _id: resellerId, currency, deletedAt: null },
    { $set: { productPrice: amountMinor } },
  );
  if (matchedCount === 0) throw otherCurrency(await getReseller(commerce, resellerId));
}

async function restorePrice(
  commerce: CommerceContext,
  stored: ResellerDocument,
  { amountMinor, currency }: Money,
) {
  await commerce.resellers.updateOne(
    { _id: stored._id, currency, productPrice: amountMinor },
    { $set: { productPrice: stored.productPrice } },
  );
}

const otherCurrency = ({ currency }: ResellerDocument) =>
  new DomainError(
    'CONFLICT',
    `This reseller sells in ${currency} now. Open the reseller again and enter the price in ${currency}.`,
  );
