/**
 * Promises on the pages. The numbers differ on purpose, each as in the specification of its page. These are
 * only texts.
 */
export const GUARANTEE = { landing: '60-day', resellerProgram: '30-day', terms: '30 days' } as const;
/** Days of the guarantee on the landing page, for the refund of a withdrawal. */
export const OWN_GUARANTEE_DAYS = 60;
/** Days of the guarantee on the page of the reseller program. */
export const RIGHTS_GUARANTEE_DAYS = 30;
/** Days of the right of withdrawal (Directive 2011/83/EU, Article 9). */
export const WITHDRAWAL_DAYS = 14;
/** Days after a withdrawal within which the payment is refunded (the same directive, Article 13). */
export const REFUND_DUE_DAYS = 14;
export const SUPPORT_REPLY = { landing: 'within 2 hours', supportCenter: 'within 24 hours' } as const;
