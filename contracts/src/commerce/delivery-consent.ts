/* Without zod, because pages load this file. */

/**
 * The buyer's consent before the payment page, in two statements (Directive 2011/83/EU, Article 16(m)). A changed text
 * is a new consent: orders keep the one that their buyer read.
 */
export const CONSENT_STATEMENTS = [
  'I agree that my license key is delivered immediately, before the 14 days of the right of withdrawal have passed.',
  'I know that I lose my right of withdrawal when the delivery begins.',
] as const;

export const CONSENT_TEXT = CONSENT_STATEMENTS.join(' ');

/** For a call without the consent, where the seller asks for it. */
export const CONSENT_MISSING =
  'This seller delivers immediately and needs your agreement first. Tick both statements, then continue to the payment.';
