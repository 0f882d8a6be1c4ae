import type { DiscountCode } from '@leadping/contracts/commerce/discount-code-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { getCodeSeller, type CodeScope } from './code-seller.ts';
import { showCode } from './show-code.ts';

/**
 * Ends a code of the seller's account. Payment pages that are open with it are refused when the buyer pays.
 * @throws {DomainError} NOT_FOUND, also for another seller's code; PAYMENT_PROVIDER_FAILED, UNAVAILABLE
 */
export async function endCode(
  commerce: CommerceContext,
  scope: CodeScope,
  id: string,
): Promise<DiscountCode> {
  const seller = await getCodeSeller(commerce, scope);
  const { secretKey } = seller;
  const ended = secretKey === null ? null : await commerce.paymentProvider.endDiscountCode(secretKey, id);
  if (!ended) throw new DomainError('NOT_FOUND', 'This discount code does not exist.');
  recordChange({
    target: id,
    before: { code: ended.code, ended: false },
    after: { code: ended.code, ended: true },
  });
  return showCode(seller, ended, commerce.clock.now());
}
