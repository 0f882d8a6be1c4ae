import { findParentUrl, isEmbedded } from './parent-page.ts';

/** Where the payment provider sends the visitor back when they give up. */
export function cancelUrl(slug: string | undefined): string {
  const parent = isEmbedded() ? findParentUrl() : null;
  if (parent) return parent;
  return slug ? `${location.origin}/r/${slug}` : location.href;
}

export function successUrl(path: '/success' | '/reseller-success'): string {
  return location.origin + path;
}
