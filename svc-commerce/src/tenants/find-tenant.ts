import { accentTones } from '@leadping/contracts/commerce/accent-color';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { DEFAULT_PROMISES } from '@leadping/contracts/commerce/seller-promises';
import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import { toDecimal } from '@leadping/contracts/currency';
import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';
import type { CommerceContext } from '../context.ts';
import { logoUrl } from '../logos/logo-url.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { currentSlug, type ResellerDocument } from '../resellers/reseller.model.ts';

/** The reseller of a page: by the subdomain of the product's own host first, then by the path. */
export async function findTenant(
  commerce: Pick<CommerceContext, 'resellers' | 'formerSlugs' | 'config'>,
  page: { host: string | undefined; path: string | undefined },
): Promise<Tenant | null> {
  for (const slug of [slugOfHost(page.host, commerce.config.PUBLIC_URL), slugOfPath(page.path)]) {
    const reseller = slug ? await findReseller(commerce, slug) : null;
    if (reseller) return showTenant(reseller);
  }
  return null;
}

/** `acme-4f9k2m` for the host `acme-4f9k2m.example.com:8080` if the product's host is `example.com`. */
export function slugOfHost(host: string | undefined, publicUrl: string): string | null {
  const own = `.${new URL(publicUrl).hostname}`;
  const hostname = host?.toLowerCase().replace(/:\d+$/, '') ?? '';
  if (!hostname.endsWith(own)) return null;
  const label = hostname.slice(0, -own.length);
  return label && !label.includes('.') ? label : null;
}

/** `acme-4f9k2m` of `/r/acme-4f9k2m` and everything below it. */
export function slugOfPath(path: string | undefined): string | null {
  return /^\/r\/([A-Za-z0-9-]{1,100})(?:[/?#]|$)/.exec(path ?? '')?.[1] ?? null;
}

function showTenant(reseller: ResellerDocument): Tenant {
  const slug = currentSlug(reseller);
  const salesPage = reseller.salesPage ?? EMPTY_SALES_PAGE;
  return {
    resellerId: reseller._id,
    slug,
    subdomain: slug,
    businessName: reseller.businessName,
    productPrice: toDecimal({ amountMinor: reseller.productPrice, currency: reseller.currency }),
    currency: reseller.currency,
    ...(reseller.usesTestKeys && { isTest: true }),
    logoUrl: logoUrl(reseller.logoName),
    salesPage,
    tones: salesPage.accentColor === null ? null : accentTones(salesPage.accentColor),
    sellerDetails: reseller.sellerDetails ?? EMPTY_SELLER_DETAILS,
    promises: reseller.promises ?? DEFAULT_PROMISES,
    taxMode: (reseller.tax ?? NO_TAX).mode,
  };
}
