import type { DiscountCode, DiscountCodeState } from '@leadping/contracts/commerce/discount-code-routes';
import { toDecimal } from '@leadping/contracts/currency';
import type { ProviderCode } from '../payment-provider/payment-provider.ts';
import type { CodeSeller } from './code-seller.ts';
import { findPriceObstacle } from './price-obstacle.ts';

/** @param now in ms */
export function showCode(seller: CodeSeller, code: ProviderCode, now: number): DiscountCode {
  const { amount, expiresAt } = code;
  return {
    id: code.id,
    code: code.code,
    productType: code.productType,
    percent: code.percent,
    amount: amount && toDecimal(amount),
    currency: amount?.currency ?? null,
    state: codeState(seller, code, now),
    uses: code.uses,
    maxUses: code.maxUses,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: code.createdAt.toISOString(),
    link: seller.link(code.productType, code.code),
  };
}

function codeState(seller: CodeSeller, code: ProviderCode, now: number): DiscountCodeState {
  const { isActive, uses, maxUses, expiresAt } = code;
  if (!isActive) {
    if (expiresAt && expiresAt.getTime() <= now) return 'expired';
    return maxUses !== null && uses >= maxUses ? 'used-up' : 'ended';
  }
  return findPriceObstacle(code, seller.price(code.productType)) ? 'unusable' : 'active';
}
