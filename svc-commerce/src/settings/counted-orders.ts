import type { CommerceContext } from '../context.ts';
import { getSettings, isTestModeOn } from './get-settings.ts';

/**
 * A filter of the orders that sums are made of: those of the seller's current mode only. A reseller's mode is that of their
 * keys. The platform's mode counts for sums over every seller.
 */
export async function countedOrders(
  commerce: Pick<CommerceContext, 'resellers' | 'settings'>,
  scope: { resellerId?: string | null | undefined },
): Promise<{ livemode: boolean }> {
  if (typeof scope.resellerId !== 'string') return { livemode: !isTestModeOn(await getSettings(commerce)) };
  const reseller = await commerce.resellers.findById(scope.resellerId, { usesTestKeys: 1 }).lean();
  return { livemode: reseller?.usesTestKeys !== true };
}
