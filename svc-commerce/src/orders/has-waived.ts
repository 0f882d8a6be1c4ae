import { hashEmail } from './hash-email.ts';
import type { OrderDocument } from './order.model.ts';

/**
 * Whether the buyer's consent has ended the right of withdrawal. It has not until a mail to the address that the order
 * has now confirmed it (Directive 2011/83/EU, Article 14(4)(b)). A mail to the address before a correction does not
 * count, because it went to somebody else.
 */
export function hasWaived({
  sellerTerms,
  emailProblem,
  confirmation,
  canonicalEmail,
}: Pick<OrderDocument, 'sellerTerms' | 'emailProblem' | 'confirmation' | 'canonicalEmail'>): boolean {
  return (
    sellerTerms?.deliveryConsent !== undefined &&
    emailProblem === null &&
    confirmation?.emailHash === hashEmail(canonicalEmail)
  );
}
