import type { ProductType } from '@leadping/contracts/commerce/order-events';
import { DomainError } from '@leadping/service-kit/domain-error';

export interface ReturnUrls {
  successUrl: string;
  cancelUrl: string;
}

export interface CheckedReturnUrls extends ReturnUrls {
  /** Whether `cancelUrl` leads to a page that embeds ours, on a site that the seller has not listed. */
  needsHostNamed: boolean;
}

/**
 * Checks where the payment page may send the visitor back to, and completes the success page's query. `cancelUrl` may
 * also be on the page that embeds ours. It must then be https, on exactly the origin that our page verified and names.
 * A caller without our page can name any origin. Visitors therefore see the host before they are sent there, except for
 * sites that the reseller has listed.
 * @throws {DomainError} REDIRECT_REFUSED
 */
export function checkReturnUrls(
  urls: ReturnUrls,
  options: {
    publicUrl: string;
    parentOrigin: string | undefined;
    productType: ProductType;
    /** Origins. */
    embeddingSites: readonly string[];
    sessionIdPlaceholder: string;
  },
): CheckedReturnUrls {
  const { publicUrl, parentOrigin, productType, embeddingSites, sessionIdPlaceholder } = options;
  const success = readUrl(urls.successUrl);
  const cancel = readUrl(urls.cancelUrl);
  if (!isOurs(success, publicUrl)) throw refuse('successUrl');
  // Pages that sell reseller rights cannot be embedded, so nothing but our own origin can be their parent.
  const leavesToParent =
    productType === 'main_product' && !isOurs(cancel, publicUrl) && isParentPage(cancel, parentOrigin);
  if (!isOurs(cancel, publicUrl) && !leavesToParent) throw refuse('cancelUrl');
  return {
    successUrl: withSession(success, productType, sessionIdPlaceholder),
    cancelUrl: cancel.href,
    needsHostNamed: leavesToParent && !embeddingSites.some((site) => site === parentOrigin),
  };
}

function readUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && !url.username && !url.password ? url : null;
}

/** Whether the URL is on the product's origin or on a reseller's subdomain of it. */
function isOurs(url: URL | null, publicUrl: string): url is URL {
  if (!url) return false;
  const own = new URL(publicUrl);
  if (url.protocol !== own.protocol || url.port !== own.port) return false;
  return url.hostname === own.hostname || /^[a-z0-9-]+$/.test(labelBefore(url.hostname, own.hostname));
}

function labelBefore(hostname: string, parent: string): string {
  return hostname.endsWith(`.${parent}`) ? hostname.slice(0, -parent.length - 1) : '';
}

function isParentPage(url: URL | null, parentOrigin: string | undefined): url is URL {
  return url !== null && url.protocol === 'https:' && url.origin === parentOrigin;
}

function refuse(field: keyof ReturnUrls): DomainError {
  return new DomainError('REDIRECT_REFUSED', `${field}: this address is not allowed here`);
}

/** The provider fills in its session id only where the placeholder is unescaped. */
function withSession(url: URL, productType: ProductType, placeholder: string): string {
  const wanted = new URL(url);
  wanted.searchParams.delete('session_id');
  if (!wanted.searchParams.has('success')) wanted.searchParams.set('success', 'true');
  if (productType === 'reseller_rights' && !wanted.searchParams.has('type')) {
    wanted.searchParams.set('type', 'reseller');
  }
  const { hash } = wanted;
  wanted.hash = '';
  return `${wanted.href}&session_id=${placeholder}${hash}`;
}
