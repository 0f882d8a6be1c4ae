import type { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import { useQuery } from '@leadping/web-kit/query';
import { endpoint } from '@leadping/web-kit/api/call';
import { reading } from '@leadping/web-kit/api/hooks';

const pricing = endpoint<typeof getPricing>('GET', '/api/pricing');

/** The live prices, fetched again every 10 seconds and when the visitor comes back to the page. */
export const pricingQuery = {
  ...reading(pricing),
  refetchInterval: 10_000,
  refetchOnWindowFocus: 'always' as const,
};

export function usePricing() {
  return useQuery(pricingQuery);
}
