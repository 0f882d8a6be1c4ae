import type { ProductType } from '@leadping/contracts/commerce/order-events';
import { NO_TAX, type SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type { Money } from '@leadping/contracts/money';
import { DomainError } from '@leadping/service-kit/domain-error';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import { Types } from 'mongoose';
import { createHash, randomBytes } from 'node:crypto';
import type { CommerceContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import { trackAccount } from '../payment-accounts/track-account.ts';
import { checkoutIds, UNPAID_KEPT_MS, type CheckoutDocument } from './checkout.model.ts';
import { PRODUCT_NAMES } from '../pricing/product-names.ts';
import type { CheckedReturnUrls } from './return-urls.ts';
import { sealTerms } from './session-terms.ts';

/** An offer: the product, the seller and the price. Every field comes from the server. */
export interface Offer {
  productType: ProductType;
  account: PaymentAccount;
  secretKey: string;
  money: Money;
  tax: SellerTax;
  businessName: string;
  /** Whether buyers must consent to immediate delivery. */
  asksConsent: boolean;
  deliveryConsent?: CheckoutDocument['deliveryConsent'];
  /** The code that the buyer uses. */
  discount?: CheckoutDocument['discount'];
  /** Origins that the seller has listed. */
  embeddingSites: readonly string[];
}

/**
 * Creates a session at the payment provider and returns the address of its payment page. The checkout is stored first
 * and its id is the provider's idempotency key. A double click, a retry and a crash in between therefore all end in one
 * session.
 * @throws {DomainError} PAYMENT_PROVIDER_FAILED, UNAVAILABLE, IDEMPOTENCY_MISMATCH, DISCOUNT_CODE_INVALID
 */
export async function startCheckout(
  commerce: CommerceContext,
  offer: Offer,
  urls: CheckedReturnUrls,
  idempotencyKey: string | undefined,
): Promise<{ url: string }> {
  const checkout = await saveCheckout(commerce, offer, urls, idempotencyKey);
  bindLogFields(checkoutIds(checkout));
  if (checkout.url) return { url: checkout.url };
  await trackAccount(commerce, offer.account);
  try {
    return { url: await openSession(commerce, offer.secretKey, checkout) };
  } catch (error) {
    // The provider refuses a repeat while the first call is in progress. That call may have stored the address
    // meanwhile.
    const { url } = (await commerce.checkouts.findById(checkout._id, { url: 1 }).lean()) ?? {};
    if (!url) throw error;
    return { url };
  }
}

/** @returns the address of its payment page */
async function openSession(
  commerce: CommerceContext,
  secretKey: string,
  checkout: CheckoutDocument,
): Promise<string> {
  const { _id, productType, money, tax = NO_TAX, discount, successUrl, sealedTerms } = checkout;
  const { sessionId, url } = await commerce.paymentProvider.openCheckout(secretKey, {
    checkoutId: _id,
    productType,
    productName: PRODUCT_NAMES[productType],
    money,
    tax,
    ...(discount && { discount: { promotion_code: discount.promotionCodeId } }),
    successUrl,
    cancelUrl: cancelUrlOf(commerce, checkout),
    sealedTerms,
  });
  await commerce.checkouts.updateOne({ _id }, { $set: { sessionId, url } });
  return url;
}

async function saveCheckout(
  commerce: CommerceContext,
  offer: Offer,
  { needsHostNamed, ...urls }: CheckedReturnUrls,
  idempotencyKey: string | undefined,
): Promise<CheckoutDocument> {
  const { checkouts } = commerce;
  const createdAt = new Date();
  const sold = {
    _id: new Types.ObjectId().toHexString(),
    productType: offer.productType,
    ...offer.account,
    money: offer.money,
    ...(offer.discount && { discount: offer.discount }),
    createdAt,
  };
  const checkout: CheckoutDocument = {
    ...sold,
    sealedTerms: sealTerms(commerce, sold),
    tax: offer.tax,
    ...(offer.deliveryConsent && { deliveryConsent: offer.deliveryConsent }),
    businessName: offer.businessName,
    ...urls,
    ...(needsHostNamed && { returnId: randomBytes(16).toString('base64url') }),
    askedAt: null,
    forgottenAt: new Date(createdAt.getTime() + UNPAID_KEPT_MS),
  };
  if (idempotencyKey === undefined) {
    await checkouts.create(checkout);
    return checkout;
  }
  const idempotencyHash = createHash('sha256').update(idempotencyKey).digest('hex');
  try {
    await checkouts.create({ ...checkout, idempotencyHash });
    return checkout;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const first = await checkouts.findOne({ idempotencyHash }).lean();
    if (!first) throw error;
    if (!isSameRequest(first, checkout)) {
      throw new DomainError(
        'IDEMPOTENCY_MISMATCH',
        'This idempotency key was used for another checkout. Please start again.',
      );
    }
    return first;
  }
}

function isSameRequest(a: CheckoutDocument, b: CheckoutDocument): boolean {
  return (
    a.productType === b.productType &&
    a.resellerId === b.resellerId &&
    a.livemode === b.livemode &&
    a.discount?.code === b.discount?.code &&
    a.deliveryConsent?.text === b.deliveryConsent?.text &&
    a.successUrl === b.successUrl &&
    a.cancelUrl === b.cancelUrl
  );
}

function cancelUrlOf({ config }: CommerceContext, { returnId, cancelUrl }: CheckoutDocument): string {
  return returnId ? `${config.PUBLIC_URL}/checkout-return?id=${returnId}` : cancelUrl;
}
