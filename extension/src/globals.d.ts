/// <reference types="chrome" />

/** The platform's URL, set at build time. */
declare const __GATEWAY_URL__: string;
/** The public root key (JWK `x`) that certifies the signing keys of license tokens, set at build time. */
declare const __LICENSE_ROOT_KEY__: string;
/** The URL that the development build polls for changes. Empty in every other build. */
declare const __RELOAD_URL__: string;

declare module '*.css?text' {
  const text: string;
  export default text;
}
