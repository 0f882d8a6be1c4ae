import type { SellerTerms } from '@leadping/contracts/purchase';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import {
  DEFAULT_PROMISES,
  ownPromises,
  resellerPromises,
} from '@leadping/contracts/commerce/seller-promises';
import type { CheckoutDocument } from '../checkouts/checkout.model.ts';
import type { CommerceContext } from '../context.ts';
import { logoUrl } from '../logos/logo-url.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { currentSlug } from '../resellers/reseller.model.ts';
import { getSettings } from '../settings/get-settings.ts';

/** Who sells now and what they promise. An order keeps it, because the contract is about these terms. */
export async function findSellerTerms(
  commerce: Pick<CommerceContext, 'resellers' | 'formerSlugs' | 'settings'>,
  { resellerId, tax }: Pick<CheckoutDocument, 'resellerId' | 'tax'>,
): Promise<SellerTerms | null> {
  const managed = tax?.mode === 'managed' && { isManaged: true };
  if (resellerId === null) {
    const { sellerDetails: details } = await getSettings(commerce);
    const { guarantee } = ownPromises();
    const contactEmail = details.email || null;
    return { details, guarantee, contactEmail, slug: null, logoUrl: null, accentColor: null, ...managed };
  }
  const reseller = await findReseller(commerce, resellerId, { withDeleted: true });
  if (!reseller) return null;
  const { sellerDetails: details = EMPTY_SELLER_DETAILS, promises = DEFAULT_PROMISES, salesPage } = reseller;
  return {
    details,
    guarantee: resellerPromises(promises).guarantee,
    contactEmail: details.email || salesPage?.contactEmail || null,
    slug: currentSlug(reseller),
    logoUrl: logoUrl(reseller.logoName),
    accentColor: salesPage?.accentColor ?? null,
    ...managed,
  };
}
