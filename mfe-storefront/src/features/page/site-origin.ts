import { createContext } from 'react';

/**
 * The origin in canonical and social addresses, which must be absolute. Pages made at build carry a stand-in that
 * the gateway replaces with the public origin.
 */
export const SiteOrigin = createContext(typeof window === 'undefined' ? '' : window.location.origin);
