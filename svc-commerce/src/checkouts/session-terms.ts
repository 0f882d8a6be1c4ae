import { ProductType } from '@leadping/contracts/commerce/order-events';
import { BRAND } from '@leadping/contracts/brand';
import { CURRENCIES } from '@leadping/contracts/currency';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { SealedPlace } from '@leadping/service-kit/data/sealed-text';
import { z } from 'zod';
import type { CommerceContext } from '../context.ts';
import { UNPAID_KEPT_MS, type CheckoutDocument } from './checkout.model.ts';

/**
 * The terms of a checkout. The provider stores them with the session, sealed, so that nobody else can write or move
 * them.
 */
const Terms = z.strictObject({
  productType: ProductType,
  resellerId: z.string().nullable(),
  livemode: z.boolean(),
  amountMinor: z.int().positive(),
  currency: z.enum(CURRENCIES),
  createdAt: z.int().positive(),
  /** Absent without one, and in terms of earlier releases. */
  discount: z.strictObject({ code: z.string(), promotionCodeId: z.string() }).optional(),
});

const placeOf = (checkoutId: string): SealedPlace => `checkouts/${checkoutId}/terms`;

/** Seals the terms for the session's metadata. The provider limits metadata values to 500 characters. */
export function sealTerms(
  { sealer }: Pick<CommerceContext, 'sealer'>,
  checkout: Pick<
    CheckoutDocument,
    '_id' | 'productType' | 'resellerId' | 'livemode' | 'money' | 'createdAt' | 'discount'
  >,
): string {
  const { productType, resellerId, livemode, money, createdAt, discount } = checkout;
  const terms: z.input<typeof Terms> = {
    productType,
    resellerId,
    livemode,
    ...money,
    createdAt: createdAt.getTime(),
    ...(discount && { discount }),
  };
  return sealer.seal(JSON.stringify(terms), placeOf(checkout._id));
}

/**
 * Restores a checkout that is missing from a restored backup, from the terms that the provider stores. Returns `null`
 * if the terms are not ours or belong to another checkout.
 */
export async function restoreCheckout(
  commerce: Pick<CommerceContext, 'checkouts' | 'resellers' | 'sealer' | 'config' | 'log'>,
  checkoutId: string,
  sealedTerms: string,
): Promise<CheckoutDocument | null> {
  const terms = openTerms(commerce, checkoutId, sealedTerms);
  if (!terms) return null;
  const { productType, resellerId, livemode, amountMinor, currency, discount } = terms;
  const createdAt = new Date(terms.createdAt);
  const reseller = resellerId === null ? null : await commerce.resellers.findById(resellerId).lean();
  const checkout: CheckoutDocument = {
    _id: checkoutId,
    productType,
    resellerId,
    livemode,
    money: { amountMinor, currency },
    ...(discount && { discount }),
    businessName: reseller?.businessName ?? BRAND.name,
    // The payer has left the payment page long ago, so these URLs are not used.
    successUrl: commerce.config.PUBLIC_URL,
    cancelUrl: commerce.config.PUBLIC_URL,
    sealedTerms,
    askedAt: null,
    createdAt,
    forgottenAt: new Date(Date.now() + UNPAID_KEPT_MS),
  };
  try {
    await commerce.checkouts.create(checkout);
    commerce.log.warn({ orderId: checkoutId }, 'checkout restored from the terms at the payment provider');
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return commerce.checkouts.findById(checkoutId).lean();
}

function openTerms(
  { sealer }: Pick<CommerceContext, 'sealer'>,
  checkoutId: string,
  sealedTerms: string,
): z.output<typeof Terms> | null {
  try {
    return Terms.parse(JSON.parse(sealer.open(sealedTerms, placeOf(checkoutId))));
  } catch {
    return null;
  }
}
