import type { DiscountCodes } from '@leadping/contracts/commerce/discount-code-routes';
import type { CommerceContext } from '../context.ts';
import { getCodeSeller, type CodeScope } from './code-seller.ts';
import { showCode } from './show-code.ts';

/**
 * The codes of the seller's account in the current mode, with the uses that the provider has counted.
 * @throws {DomainError} NOT_FOUND, PAYMENT_PROVIDER_FAILED, UNAVAILABLE
 */
export async function listCodes(commerce: CommerceContext, scope: CodeScope): Promise<DiscountCodes> {
  const seller = await getCodeSeller(commerce, scope);
  const { secretKey, isTest } = seller;
  const { currency } = seller.price('main_product');
  const nothing = { codes: [], isTest, currency, hasOlder: false };
  if (secretKey === null) return { ...nothing, state: 'no-key' };
  const found = await commerce.paymentProvider.listDiscountCodes(secretKey);
  if (found === null) return { ...nothing, state: 'no-permission' };
  const now = commerce.clock.now();
  return {
    state: 'ready',
    codes: found.codes.map((code) => showCode(seller, code, now)),
    isTest,
    currency,
    hasOlder: found.hasOlder,
  };
}
