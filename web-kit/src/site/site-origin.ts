import { PRERENDERED_TAG } from '@leadping/contracts/gateway/page';
import { createContext } from 'react';

/** The public origin as the gateway wrote it into a page rendered at build, so that the live page says the same. */
function publicOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>(`link[rel=canonical][${PRERENDERED_TAG}]`);
  return new URL(canonical?.href ?? location.href).origin;
}

/**
 * The origin in canonical and social addresses, which must be absolute. Pages made at build carry a stand-in that
 * the gateway replaces with the public origin.
 */
export const SiteOrigin = createContext(typeof document === 'undefined' ? '' : publicOrigin());
