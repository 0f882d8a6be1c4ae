import { BRAND } from '@leadping/contracts/brand';
import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { accountOf } from '../payment-accounts/account.ts';
import { checkPrice } from '../pricing/read-price.ts';
import { getReseller } from '../resellers/find-reseller.ts';
import { canTakePayments } from '../resellers/payment-keys.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { getSettings, isTestModeOn } from '../settings/get-settings.ts';
import { platformKey } from '../settings/platform-key.ts';
import type { Offer } from './start-checkout.ts';

/**
 * The platform's own offer of a product, in the active payment mode.
 * @throws {DomainError} PAYMENT_NOT_CONFIGURED
 */
export async function getPlatformOffer(
  commerce: CommerceContext,
  productType: Offer['productType'],
): Promise<Offer> {
  const settings = await getSettings(commerce);
  const livemode = !isTestModeOn(settings);
  const secretKey = platformKey(commerce, settings, livemode);
  if (secretKey === null) {
    throw new DomainError(
      'PAYMENT_NOT_CONFIGURED',
      'Payment processing is not set up yet. Please try again later.',
    );
  }
  const cents = productType === 'main_product' ? settings.mainProductPrice : settings.resellerPrice;
  return {
    productType,
    account: { resellerId: null, livemode },
    secretKey,
    money: { amountMinor: cents, currency: 'USD' },
    tax: settings.tax,
    // Reseller rights are sold to businesses, which have no right of withdrawal.
    asksConsent: productType === 'main_product' && settings.asksConsent,
    businessName: BRAND.name,
    embeddingSites: [],
  };
}

/**
 * A reseller's offer on their own account. The reseller gets the whole amount: no fee is taken.
 * @throws {DomainError} NOT_FOUND, RESELLER_INACTIVE, RESELLER_NOT_CONFIGURED, PRICE_TOO_LOW
 */
export async function getResellerOffer(commerce: CommerceContext, idOrSlug: string): Promise<Offer> {
  const reseller = await getReseller(commerce, idOrSlug);
  if (!reseller.isActive) {
    throw new DomainError('RESELLER_INACTIVE', `${reseller.businessName} is not selling at the moment.`);
  }
  const settings = await getSettings(commerce);
  const secretKey = openSecret(commerce.sealer, 'resellers', reseller, 'sealedSecretKey');
  if (!canTakePayments(reseller, settings) || secretKey === null) {
    throw new DomainError(
      'RESELLER_NOT_CONFIGURED',
      `${reseller.businessName} has not set up payment processing yet. Please try again later.`,
    );
  }
  return {
    productType: 'main_product',
    account: accountOf(reseller),
    secretKey,
    money: checkPrice('productPrice', { amountMinor: reseller.productPrice, currency: reseller.currency }),
    tax: reseller.tax ?? NO_TAX,
    asksConsent: reseller.promises?.asksConsent ?? false,
    businessName: reseller.businessName,
    embeddingSites: reseller.embeddingSites ?? [],
  };
}
