import type { HealthCheck } from '@leadping/contracts/commerce/payment-health-routes';
import type { Money } from '@leadping/contracts/money';
import { PRODUCT_NAMES } from '../checkouts/product-names.ts';
import type { CommerceContext } from '../context.ts';

export const STRIPE_SILENT = {
  state: 'unknown',
  finding: 'Stripe did not reply.',
  fix: 'Try again in a minute; status.stripe.com shows outages.',
} as const;

/** Finds out what the provider refuses before anybody buys. */
export async function checkCheckout(
  { paymentProvider, config }: CommerceContext,
  secretKey: string,
  money: Money,
): Promise<HealthCheck> {
  const id = 'checkout';
  const sale = { productName: PRODUCT_NAMES.main_product, money };
  const trial = await paymentProvider.tryCheckout(secretKey, sale, config.PUBLIC_URL);
  switch (trial.state) {
    case 'opened':
      return { id, state: 'ok', finding: 'Stripe opens the payment page.', fix: null };
    case 'unanswered':
      return { id, ...STRIPE_SILENT };
    case 'refused':
      return {
        id,
        state: 'failed',
        finding: `Stripe refuses to open the payment page: ${trial.reason}`,
        fix: trial.lacksPermission
          ? 'In Developers > API keys, let this key write Checkout Sessions.'
          : 'Change what Stripe names in your Stripe dashboard, then check again.',
      };
  }
}
