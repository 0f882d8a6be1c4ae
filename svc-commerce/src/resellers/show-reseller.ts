import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { DEFAULT_PROMISES } from '@leadping/contracts/commerce/seller-promises';
import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import { toDecimal } from '@leadping/contracts/currency';
import type { ResellerUser } from '@leadping/contracts/identity/requests';
import type { CommerceContext } from '../context.ts';
import { logoUrl } from '../logos/logo-url.ts';
import { maskSecret } from '../secrets/mask.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { chosenEvents } from '../webhook-endpoints/endpoint.ts';
import { hasAllKeys } from './payment-keys.ts';
import { currentSlug, type ResellerDocument } from './reseller.model.ts';

/** A reseller as they see themselves; keys are masks. */
export function showCurrentReseller(
  { sealer, paymentProvider }: Pick<CommerceContext, 'sealer' | 'paymentProvider'>,
  reseller: ResellerDocument,
): CurrentReseller {
  const slug = currentSlug(reseller);
  const mask = (field: 'sealedSecretKey' | 'sealedPublishableKey' | 'sealedWebhookSecret') => {
    const secret = openSecret(sealer, 'resellers', reseller, field);
    return secret === null ? '' : maskSecret(secret, paymentProvider.keyFormats.prefixes);
  };
  return {
    id: reseller._id,
    businessName: reseller.businessName,
    contactPerson: reseller.contactPerson,
    phone: reseller.phone,
    slug,
    subdomain: slug,
    productPrice: toDecimal({ amountMinor: reseller.productPrice, currency: reseller.currency }),
    currency: reseller.currency,
    logoUrl: logoUrl(reseller.logoName),
    salesPage: reseller.salesPage ?? EMPTY_SALES_PAGE,
    embeddingSites: reseller.embeddingSites ?? [],
    sellerDetails: reseller.sellerDetails ?? EMPTY_SELLER_DETAILS,
    promises: reseller.promises ?? DEFAULT_PROMISES,
    tax: reseller.tax ?? NO_TAX,
    saleNotices: reseller.saleNotices ?? true,
    isActive: reseller.isActive,
    ...(reseller.usesTestKeys && { isTest: true }),
    stripeLiveSecretKey: mask('sealedSecretKey'),
    stripeLivePublishableKey: mask('sealedPublishableKey'),
    stripeWebhookSecret: mask('sealedWebhookSecret'),
    orderWebhookUrl: reseller.orderWebhook.url,
    orderWebhookEvents: chosenEvents(reseller.orderWebhook),
    orderWebhookDisabledReason: reseller.orderWebhook.disabledReason,
  };
}

/** A reseller as an admin sees them. @param user their sign-in, where identity replied with one */
export function showReseller(reseller: ResellerDocument, user: ResellerUser | undefined): Reseller {
  return {
    id: reseller._id,
    businessName: reseller.businessName,
    contactPerson: reseller.contactPerson,
    phone: reseller.phone,
    notes: reseller.notes,
    subdomain: currentSlug(reseller),
    isActive: reseller.isActive,
    productPrice: reseller.productPrice,
    currency: reseller.currency,
    userEmail: user?.email ?? reseller.email,
    username: user?.username ?? null,
    paymentConfigured: hasAllKeys(reseller),
    createdAt: reseller.createdAt.toISOString(),
  };
}
