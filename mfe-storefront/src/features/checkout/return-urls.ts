import { findParentUrl, isEmbedded } from './parent-page.ts';

/** Where the payment provider sends the visitor back when they give up. */
export function cancelUrl(slug: string | undefined): string {
  const parent = isEmbedded() ? findParentUrl() : null;
  if (parent) return parent;
  return slug ? `${location.origin}/r/${slug}` : location.href;
}

/** Names the verified page around ours: the server lets `cancelUrl` leave our origin for this one only. */
export function parentHeader(): { 'x-parent-origin'?: string } {
  const parent = isEmbedded() ? findParentUrl() : null;
  return parent ? { 'x-parent-origin': new URL(parent).origin } : {};
}

export function successUrl(path: '/success' | '/reseller-success'): string {
  return location.origin + path;
}
