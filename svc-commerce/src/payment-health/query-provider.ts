import type { SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type { Money } from '@leadping/contracts/money';
import { PRODUCT_NAMES } from '../pricing/product-names.ts';
import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import type { AccountState, TrialResult, WebhookEndpoint } from '../payment-provider/payment-provider.ts';

/** A stored payment setup with its secrets opened. */
export interface PaymentSetup {
  account: PaymentAccount;
  /** Labels of the missing settings, as the page names them. */
  missing: string[];
  /** Test keys start no checkout while the platform is not in test mode. */
  isModeOff: boolean;
  secretKey: string | null;
  /** The price of the product. */
  money: Money;
  tax: SellerTax;
  webhookUrl: string;
}

/** What the provider replies about a setup. Null where it was not asked. */
export interface ProviderReplies {
  account: AccountState | null;
  trial: TrialResult | null;
  /** Whether the key may make refunds. */
  mayRefund: boolean | null;
  /** Also null if the key may not read them. */
  endpoints: WebhookEndpoint[] | null;
}

/** If the provider does not answer the first call, more calls would delay the page beyond its time limit. */
export async function queryProvider(
  { paymentProvider, config }: Pick<CommerceContext, 'paymentProvider' | 'config'>,
  { secretKey, money, tax }: PaymentSetup,
): Promise<ProviderReplies> {
  if (secretKey === null) return { account: null, trial: null, mayRefund: null, endpoints: null };
  const account = await paymentProvider.checkAccount(secretKey);
  if (!isKeyAccepted(account)) return { account, trial: null, mayRefund: null, endpoints: null };
  const sale = { productName: PRODUCT_NAMES.main_product, money, tax };
  const [trial, mayRefund, endpoints] = await Promise.all([
    paymentProvider.tryCheckout(secretKey, sale, config.PUBLIC_URL),
    paymentProvider.mayRefund(secretKey),
    paymentProvider.listEndpoints(secretKey),
  ]);
  return { account, trial, mayRefund, endpoints };
}

export function isKeyAccepted(account: AccountState | null): boolean {
  return account === 'accepted' || account === 'restricted';
}
