import { toDecimal } from '@leadping/contracts/currency';
import { useQueryClient } from '@leadping/web-kit/query';
import { useLocation } from '@leadping/web-kit/router';
import { useOffer } from '@leadping/web-kit/site/offer.ts';
import { tenantQuery } from '@leadping/web-kit/site/use-tenant.ts';
import { useOpenedSlug } from '@leadping/web-kit/site/use-opened-slug.ts';
import { usePress } from './use-press.ts';

/** The price for analytics while the live price is unknown, in dollars. */
const FALLBACK_PRICE = 89;

/** The name of this page's sale of the product. */
export const useLicenseSale = () => `license:${useOpenedSlug() ?? ''}`;

/** Buys the product of this page: from the reseller on a tenant page, otherwise from the platform. */
export function useProductCheckout() {
  const offer = useOffer();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  return usePress({
    page: 'main',
    value: offer ? Number(toDecimal(offer)) : FALLBACK_PRICE,
    currency: offer?.currency ?? 'USD',
    sale: useLicenseSale(),
    start: async (terms) => {
      // An early press waits for the tenant, because a reseller's customer must not buy from the platform.
      const tenant = await queryClient.fetchQuery(tenantQuery(pathname));
      // Loaded on the first press, because most visitors only read.
      const { startProductCheckout } = await import(/* webpackChunkName: "checkout" */ './start-checkout.ts');
      return startProductCheckout(tenant?.slug, terms);
    },
  });
}
