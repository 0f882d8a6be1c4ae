/// <reference types="chrome" />

/** Where the platform answers, set at build. */
declare const __GATEWAY_URL__: string;
/** Where the development build asks for changes; empty in every other build. */
declare const __RELOAD_URL__: string;

declare module '*.css?text' {
  const text: string;
  export default text;
}
