/* Without zod, because pages load this file. */

/** Stripe takes letters, digits and dashes, and shows at most 40 characters of a coupon's name. */
export const CODE_LENGTH = { min: 4, max: 40 } as const;
const CODE = new RegExp(`^[A-Z0-9-]{${CODE_LENGTH.min},${CODE_LENGTH.max}}$`);

/** The parameter of the sales page that applies a code. */
export const CODE_PARAMETER = 'code';

/** The code as it is stored. Null if no code can have this text. */
export function readCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : null;
}

/** The same words for every kind of invalid code, so that nobody learns which codes exist. */
export const INVALID_CODE =
  'This discount code is not valid. It may have ended, been used up, or belong to another seller.';
