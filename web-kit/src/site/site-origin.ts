import { PRERENDERED_TAG } from '@leadping/contracts/gateway/page';
import { createContext } from 'react';

/** The public origin that the gateway wrote into a prerendered page, so that the live page uses the same. */
function publicOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>(`link[rel=canonical][${PRERENDERED_TAG}]`);
  return new URL(canonical?.href ?? location.href).origin;
}

/**
 * The origin for canonical and social addresses, which must be absolute. Pages rendered at build time contain a
 * placeholder that the gateway replaces with the public origin.
 */
export const SiteOrigin = createContext(typeof document === 'undefined' ? '' : publicOrigin());
