import type { CommerceContext } from '../context.ts';
import { getSettings, isTestModeOn } from './get-settings.ts';

/** A filter of the orders that sums are made of: live ones, or all while the platform is in test mode and sells nothing live. */
export async function countedOrders(
  commerce: Pick<CommerceContext, 'settings'>,
): Promise<{ livemode?: true }> {
  return isTestModeOn(await getSettings(commerce)) ? {} : { livemode: true };
}
