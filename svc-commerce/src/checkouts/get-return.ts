import type { getCheckoutReturn } from '@leadping/contracts/commerce/checkout-routes';
import type { ParsedReplyOf } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { findOfferPath } from './find-offer-path.ts';

/**
 * The page that embedded ours when the checkout was started, for our page that names its host.
 * @throws {DomainError} NOT_FOUND also for checkouts that were started on our own origin
 */
export async function getReturn(
  commerce: CommerceContext,
  returnId: string,
): Promise<ParsedReplyOf<typeof getCheckoutReturn>> {
  const checkout = await commerce.checkouts.findOne({ returnId }).lean();
  if (!checkout) throw new DomainError('NOT_FOUND', 'This checkout does not exist.');
  const { cancelUrl, resellerId } = checkout;
  return { parentUrl: cancelUrl, offerPath: (await findOfferPath(commerce, resellerId)) ?? '/' };
}
