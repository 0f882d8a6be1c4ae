import { toDecimal } from '@leadping/contracts/currency';
import { useOffer } from '../pricing/offer.ts';
import { useTenant } from '../tenant/use-tenant.ts';
import { startProductCheckout } from './start-checkout.ts';
import { usePress } from './use-press.ts';

/** Sent to analytics while no live price is known. */
const FALLBACK_PRICE = 89;

/** Buys the product on this page: from the reseller under a tenant, else from the platform. */
export function useProductCheckout() {
  const { data: tenant } = useTenant();
  const offer = useOffer();
  return usePress({
    page: 'main',
    value: offer ? Number(toDecimal(offer)) : FALLBACK_PRICE,
    currency: offer?.currency ?? 'USD',
    start: () => startProductCheckout(tenant?.slug),
  });
}
