import { toDecimal } from '@leadping/contracts/currency';
import { useQueryClient } from '@leadping/web-kit/query';
import { useLocation } from '@leadping/web-kit/router';
import { useOffer } from '@leadping/web-kit/site/offer.ts';
import { tenantQuery } from '@leadping/web-kit/site/use-tenant.ts';
import { usePress } from './use-press.ts';

/** Sent to analytics while no live price is known. */
const FALLBACK_PRICE = 89;

/** Buys the product on this page: from the reseller under a tenant, else from the platform. */
export function useProductCheckout() {
  const offer = useOffer();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  return usePress({
    page: 'main',
    value: offer ? Number(toDecimal(offer)) : FALLBACK_PRICE,
    currency: offer?.currency ?? 'USD',
    start: async () => {
      // An early press waits for the tenant: a reseller's customer must not buy from the platform.
      const tenant = await queryClient.fetchQuery(tenantQuery(pathname));
      // Fetched with the first press: most visitors read.
      const { startProductCheckout } = await import(/* webpackChunkName: "checkout" */ './start-checkout.ts');
      return startProductCheckout(tenant?.slug);
    },
  });
}
