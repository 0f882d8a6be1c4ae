import { findParentUrl, isEmbedded } from './parent-page.ts';

/** The URL to which the payment provider returns visitors who cancel. */
export function cancelUrl(slug: string | undefined): string {
  const parent = isEmbedded() ? findParentUrl() : null;
  if (parent) return parent;
  return slug ? `${location.origin}/r/${slug}` : location.href;
}

/** Names the verified embedding page. The server allows a `cancelUrl` outside our origin only for this page. */
export function parentHeader(): { 'x-parent-origin'?: string } {
  const parent = isEmbedded() ? findParentUrl() : null;
  return parent ? { 'x-parent-origin': new URL(parent).origin } : {};
}

export function successUrl(path: '/success' | '/reseller-success'): string {
  return location.origin + path;
}
