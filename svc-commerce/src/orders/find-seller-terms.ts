import type { SellerTerms } from '@leadping/contracts/purchase';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import {
  DEFAULT_PROMISES,
  ownPromises,
  resellerPromises,
  rightsGuarantee,
} from '@leadping/contracts/commerce/seller-promises';
import { OWN_GUARANTEE_DAYS } from '@leadping/contracts/promises';
import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import type { CommerceContext } from '../context.ts';
import { logoUrl } from '../logos/logo-url.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { currentSlug } from '../resellers/reseller.model.ts';
import { getSettings } from '../settings/get-settings.ts';

/** Who sells now and what they promise. An order keeps it, because the contract is about these terms. */
export async function findSellerTerms(
  commerce: Pick<CommerceContext, 'resellers' | 'formerSlugs' | 'settings'>,
  {
    productType,
    resellerId,
    tax,
    deliveryConsent,
  }: Pick<CheckoutDocument, 'productType' | 'resellerId' | 'tax' | 'deliveryConsent'>,
): Promise<SellerTerms | null> {
  const agreed = {
    ...(tax?.mode === 'managed' && { isManaged: true }),
    ...(deliveryConsent && {
      deliveryConsent: { text: deliveryConsent.text, at: deliveryConsent.at.toISOString() },
    }),
  };
  if (resellerId === null) {
    const { sellerDetails: details } = await getSettings(commerce);
    const promised =
      productType === 'reseller_rights'
        ? rightsGuarantee()
        : { guarantee: ownPromises().guarantee, guaranteeDays: OWN_GUARANTEE_DAYS };
    const contactEmail = details.email || null;
    const own = { slug: null, logoUrl: null, accentColor: null };
    return { details, ...promised, contactEmail, ...own, ...agreed };
  }
  const reseller = await findReseller(commerce, resellerId, { withDeleted: true });
  if (!reseller) return null;
  const { sellerDetails: details = EMPTY_SELLER_DETAILS, promises = DEFAULT_PROMISES, salesPage } = reseller;
  const { guarantee, supportReply } = resellerPromises(promises);
  return {
    details,
    guarantee,
    supportReply,
    guaranteeDays: promises.guaranteeDays,
    contactEmail: details.email || salesPage?.contactEmail || null,
    slug: currentSlug(reseller),
    logoUrl: logoUrl(reseller.logoName),
    accentColor: salesPage?.accentColor ?? null,
    ...agreed,
  };
}
