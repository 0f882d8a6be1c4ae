import type { DiscountCode } from '@leadping/contracts/commerce/discount-code-routes';
import type { ProductType } from '@leadping/contracts/commerce/order-events';
import { formatMoney, fromDecimal } from '@leadping/contracts/currency';
import type { Money } from '@leadping/contracts/money';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { PRODUCT_NAMES } from '../pricing/product-names.ts';
import { getCodeSeller, type CodeScope } from './code-seller.ts';
import { findPriceObstacle, type Discount } from './price-obstacle.ts';
import { showCode } from './show-code.ts';

export interface WantedCode {
  code: string;
  productType: ProductType;
  percent?: number | undefined;
  /** Decimal string in major units. */
  amount?: string | undefined;
  maxUses?: number | undefined;
  expiresAt?: string | undefined;
}

const NO_CODE_PERMISSION =
  'The restricted key that is stored here may not manage discount codes. In Developers > API keys of your Stripe dashboard, let the key write “Coupons” and “Promotion Codes”, then try again.';

/**
 * Creates a code on the seller's account in the current mode. A payment page is opened with the discount first, so that
 * no buyer meets Stripe's refusal.
 * @throws {DomainError} NOT_FOUND; VALIDATION_FAILED, also with Stripe's text; CONFLICT if an active code has this text,
 * or there is no key that may create one; PAYMENT_PROVIDER_FAILED, UNAVAILABLE
 */
export async function createCode(
  commerce: CommerceContext,
  scope: CodeScope,
  wanted: WantedCode,
): Promise<DiscountCode> {
  const seller = await getCodeSeller(commerce, scope);
  const { secretKey, tax } = seller;
  if (secretKey === null) {
    throw new DomainError(
      'CONFLICT',
      'Save your Stripe secret key first. Discount codes are stored at Stripe.',
    );
  }
  const { code, productType, maxUses = null, expiresAt = null } = wanted;
  const money = seller.price(productType);
  const discount = readDiscount(wanted, money);
  const reply = await commerce.paymentProvider.createDiscountCode(secretKey, {
    code,
    productType,
    ...discount,
    maxUses,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    sale: { productName: PRODUCT_NAMES[productType], money, tax },
    returnUrl: commerce.config.PUBLIC_URL,
  });
  switch (reply.state) {
    case 'created': {
      const after = { code, productType, off: discountText(discount), maxUses, expiresAt };
      recordChange({ target: reply.code.id, before: {}, after });
      return showCode(seller, reply.code, commerce.clock.now());
    }
    case 'taken':
      throw new DomainError('CONFLICT', `There is an active code ${code} already. Choose another one.`, {
        field: 'code',
      });
    case 'no-permission':
      throw new DomainError('CONFLICT', NO_CODE_PERMISSION);
    case 'refused':
      throw new DomainError('VALIDATION_FAILED', `Nothing was created, because Stripe says: ${reply.reason}`);
    case 'unanswered':
      throw new DomainError('UNAVAILABLE', 'Stripe did not reply. Please try again in a moment.');
  }
}

function readDiscount({ percent, amount }: WantedCode, price: Money): Discount {
  const field = amount === undefined ? 'percent' : 'amount';
  const money = amount === undefined ? null : fromDecimal(amount, price.currency);
  if (amount !== undefined && (!money || money.amountMinor === 0)) {
    throw new DomainError('VALIDATION_FAILED', `Enter an amount in ${price.currency}, such as 10.`, {
      field,
    });
  }
  const discount = { percent: percent ?? null, amount: money };
  const obstacle = findPriceObstacle(discount, price);
  if (obstacle) throw new DomainError('VALIDATION_FAILED', obstacle, { field });
  return discount;
}

const discountText = ({ percent, amount }: Discount) => (amount ? formatMoney(amount) : `${percent}%`);
