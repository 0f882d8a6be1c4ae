import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import type { PaidAmounts, ProviderEvent } from '../payment-provider/payment-provider.ts';

const HOUR_MS = 3_600_000;
/** A session can be paid for a day; the webhook may take a little longer. */
const SESSION_LIFE_MS = 25 * HOUR_MS;
/** A bank debit or transfer is settled within two weeks after that. */
const SETTLED_LATER_MS = 14 * 24 * HOUR_MS;
/** Payments of one reseller within a clock hour that count without asking the provider. */
export const MAX_CLAIMS_AN_HOUR = 60;

type Doubting = Pick<CommerceContext, 'checkouts' | 'claimCounts' | 'clock' | 'orders' | 'resellers'>;

/**
 * Whether the provider must confirm that a checkout was paid. It must if the seller signs the webhooks themselves and
 * is inactive, the checkout has ended, a discount or a total of zero is reported, or too many payments were reported
 * within the hour. Each call counts as one report.
 * @param claimedIn the kind of event that reports it
 * @param amounts those of the event
 */
export async function isInDoubt(
  commerce: Doubting,
  { _id, resellerId }: Pick<OrderDocument, '_id' | 'resellerId'>,
  claimedIn?: ProviderEvent['kind'],
  amounts?: PaidAmounts | null,
): Promise<boolean> {
  if (resellerId === null) return false;
  if (await commerce.orders.exists({ _id, 'facts.paid': true })) return false;
  const reseller = await commerce.resellers.findById(resellerId, { isActive: 1, deletedAt: 1 }).lean();
  if (!reseller?.isActive || reseller.deletedAt) return true;
  const now = commerce.clock.now();
  const checkout = await commerce.checkouts.findById(_id, { createdAt: 1 }).lean();
  const lifeMs = SESSION_LIFE_MS + (claimedIn === 'checkout-completed' ? 0 : SETTLED_LATER_MS);
  if (!checkout || now > checkout.createdAt.getTime() + lifeMs) return true;
  // The signer could report any discount, so only the provider's own record proves it.
  if ((amounts?.discountMinor ?? 0) > 0 || amounts?.totalMinor === 0) return true;
  return (await countClaim(commerce, resellerId, now)) > MAX_CLAIMS_AN_HOUR;
}

async function countClaim(commerce: Doubting, resellerId: string, now: number): Promise<number> {
  const hour = Math.floor(now / HOUR_MS);
  const _id = `${resellerId}:${hour}`;
  const $setOnInsert = { expiresAt: new Date((hour + 2) * HOUR_MS) };
  try {
    const counted = await commerce.claimCounts
      .findOneAndUpdate(
        { _id },
        { $inc: { count: 1 }, $setOnInsert },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean();
    return counted.count;
  } catch (error) {
    // Two were the first of the hour.
    if (!isDuplicateKey(error)) throw error;
    return countClaim(commerce, resellerId, now);
  }
}
