/** The platform's address, without a slash at its end. */
export const GATEWAY_URL = __GATEWAY_URL__;
