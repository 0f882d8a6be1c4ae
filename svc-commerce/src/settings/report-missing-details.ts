import { unconfirmedClaims } from '@leadping/contracts/commerce/claims';
import { missingSellerDetails } from '@leadping/contracts/commerce/seller-details';
import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { CommerceConfig } from '../config.ts';
import type { CommerceContext } from '../context.ts';
import { getSettings } from './get-settings.ts';

/** Logs in production which of the facts that pages must state are not set. */
export async function reportMissingDetails(
  { config, log }: Pick<ServiceContext<CommerceConfig>, 'config' | 'log'>,
  commerce: CommerceContext,
): Promise<void> {
  if (config.NODE_ENV !== 'production') return;
  const { sellerDetails, claims } = await getSettings(commerce);
  const missing = missingSellerDetails(sellerDetails);
  if (missing.length > 0) log.warn({ missing }, 'seller details missing in the admin settings');
  const unconfirmed = unconfirmedClaims(claims);
  if (unconfirmed.length > 0) log.warn({ unconfirmed }, 'claims unconfirmed in the admin settings');
}
