import type { OrderDocument } from './order.model.ts';

/**
 * Whether the buyer's consent has ended the right of withdrawal. It has not without its confirmation by mail (Directive
 * 2011/83/EU, Article 14(4)(b)).
 */
export function hasWaived({
  sellerTerms,
  emailProblem,
}: Pick<OrderDocument, 'sellerTerms' | 'emailProblem'>): boolean {
  return sellerTerms?.deliveryConsent !== undefined && emailProblem === null;
}
