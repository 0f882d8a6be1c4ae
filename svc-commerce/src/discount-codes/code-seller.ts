import { CODE_PARAMETER } from '@leadping/contracts/commerce/discount-code';
import type { ProductType } from '@leadping/contracts/commerce/order-events';
import { NO_TAX, type SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type { Money } from '@leadping/contracts/money';
import type { CommerceContext } from '../context.ts';
import { getReseller } from '../resellers/find-reseller.ts';
import { currentSlug, priceOf } from '../resellers/reseller.model.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { getSettings, isTestModeOn } from '../settings/get-settings.ts';
import { platformKey } from '../settings/platform-key.ts';

/** Whose codes are meant: the platform's or one reseller's. */
export type CodeScope = { platform: true } | { resellerId: string };

export interface CodeSeller {
  /** Null if none was saved. */
  secretKey: string | null;
  isTest: boolean;
  tax: SellerTax;
  price: (productType: ProductType) => Money;
  /** The sales page with a code. */
  link: (productType: ProductType, code: string) => string;
}

/** @throws {DomainError} NOT_FOUND */
export async function getCodeSeller(commerce: CommerceContext, scope: CodeScope): Promise<CodeSeller> {
  const linkTo = (path: string, code: string) =>
    `${commerce.config.PUBLIC_URL}${path}?${CODE_PARAMETER}=${encodeURIComponent(code)}`;
  if ('resellerId' in scope) {
    const reseller = await getReseller(commerce, scope.resellerId);
    return {
      secretKey: openSecret(commerce.sealer, 'resellers', reseller, 'sealedSecretKey'),
      isTest: reseller.usesTestKeys,
      tax: reseller.tax ?? NO_TAX,
      price: () => priceOf(reseller),
      link: (_productType, code) => linkTo(`/r/${currentSlug(reseller)}`, code),
    };
  }
  const settings = await getSettings(commerce);
  const isTest = isTestModeOn(settings);
  const { mainProductPrice, resellerPrice, tax } = settings;
  return {
    secretKey: platformKey(commerce, settings, !isTest),
    isTest,
    tax,
    price: (productType) => ({
      amountMinor: productType === 'main_product' ? mainProductPrice : resellerPrice,
      currency: 'USD',
    }),
    link: (productType, code) => linkTo(productType === 'main_product' ? '/' : '/reseller-program', code),
  };
}
