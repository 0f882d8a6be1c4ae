import type { BusinessConfig } from '@leadping/contracts/commerce/reseller-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { readPrice } from '../pricing/read-price.ts';
import { changeReseller } from './change-reseller.ts';
import { getReseller } from './find-reseller.ts';
import type { ResellerDocument } from './reseller.model.ts';

/**
 * Saves the business details of a reseller; a posted slug is not among it, the server makes slugs.
 * @throws {DomainError} NOT_FOUND, VALIDATION_FAILED, PRICE_TOO_LOW
 */
export async function saveBusiness(
  commerce: CommerceContext,
  resellerId: string,
  { slug: _ignored, productPrice, currency, ...plain }: BusinessConfig,
): Promise<ResellerDocument> {
  const stored = await getReseller(commerce, resellerId);
  const isOtherCurrency = currency !== undefined && currency !== stored.currency;
  if (isOtherCurrency && productPrice === undefined) {
    throw new DomainError('VALIDATION_FAILED', 'productPrice: is needed when the currency changes', {
      field: 'productPrice',
    });
  }
  const sent = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  if (productPrice === undefined) return changeReseller(commerce, resellerId, sent);
  const price = readPrice('productPrice', productPrice, currency ?? stored.currency);
  return changeReseller(commerce, resellerId, {
    ...sent,
    productPrice: price.amountMinor,
    currency: price.currency,
  });
}
