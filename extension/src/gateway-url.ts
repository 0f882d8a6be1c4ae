/** The platform's URL without a trailing slash. */
export const GATEWAY_URL = __GATEWAY_URL__;
