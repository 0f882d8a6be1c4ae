import { INVALID_CODE, readCode } from '@leadping/contracts/commerce/discount-code';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Offer } from './start-checkout.ts';
import type { CommerceContext } from '../context.ts';
import { findPriceObstacle } from '../discount-codes/price-obstacle.ts';

/**
 * The offer with the seller's code. An empty text is no code.
 * @throws {DomainError} DISCOUNT_CODE_INVALID in the same words for every reason
 */
export async function applyCode(
  { paymentProvider }: Pick<CommerceContext, 'paymentProvider'>,
  offer: Offer,
  text: string | undefined,
): Promise<Offer> {
  if (text === undefined || text.trim() === '') return offer;
  const code = readCode(text);
  const found = code === null ? null : await paymentProvider.findDiscountCode(offer.secretKey, code);
  const isValid =
    found?.isActive && found.productType === offer.productType && !findPriceObstacle(found, offer.money);
  if (!isValid) throw new DomainError('DISCOUNT_CODE_INVALID', INVALID_CODE, { field: 'code' });
  return { ...offer, discount: { code: found.code, promotionCodeId: found.id } };
}
