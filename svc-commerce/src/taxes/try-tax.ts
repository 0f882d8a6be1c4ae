import type { SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type { Money } from '@leadping/contracts/money';
import { DomainError } from '@leadping/service-kit/domain-error';
import { PRODUCT_NAMES } from '../pricing/product-names.ts';
import type { CommerceContext } from '../context.ts';

interface TaxedSale {
  secretKey: string | null;
  money: Money;
  tax: SellerTax;
}

/**
 * Opens a payment page with the tax, and expires it at once. Otherwise each buyer would meet the refusal. Selling
 * without tax and invoices needs nothing from the account.
 * @throws {DomainError} VALIDATION_FAILED with Stripe's text; UNAVAILABLE if Stripe does not reply
 */
export async function tryTax(
  { paymentProvider, config }: Pick<CommerceContext, 'paymentProvider' | 'config'>,
  { secretKey, money, tax }: TaxedSale,
): Promise<void> {
  if (tax.mode === 'none' && tax.issueInvoices !== true) return;
  if (secretKey === null) {
    throw refuse(
      'Nothing was saved, because there is no Stripe secret key to try this choice with. Save it first.',
    );
  }
  const sale = { productName: PRODUCT_NAMES.main_product, money, tax };
  const trial = await paymentProvider.tryCheckout(secretKey, sale, config.PUBLIC_URL);
  if (trial.state === 'refused') {
    throw refuse(
      `Nothing was saved, because Stripe refuses a payment page with this choice: ${trial.reason}`,
    );
  }
  if (trial.state === 'unanswered') {
    throw new DomainError(
      'UNAVAILABLE',
      'Nothing was saved, because Stripe did not reply when this choice was tried. Please try again in a moment.',
    );
  }
}

const refuse = (message: string) => new DomainError('VALIDATION_FAILED', message, { field: 'tax' });
