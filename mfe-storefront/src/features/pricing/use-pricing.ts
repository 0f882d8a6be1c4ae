import type { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import { type Answer, endpoint } from '@leadping/web-kit/api/call';
import { reading } from '@leadping/web-kit/api/hooks';
import { useHydrated } from '@leadping/web-kit/page/use-hydrated.ts';
import { useQuery } from '@leadping/web-kit/query';

const pricing = endpoint<typeof getPricing>('GET', '/api/pricing');

/** The live prices in dollars, fetched again every 10 seconds and when the visitor comes back to the page. */
export const pricingQuery = {
  ...reading(pricing),
  refetchInterval: 10_000,
  refetchOnWindowFocus: 'always',
} as const;

/** The live prices in dollars; undefined until they are known. */
export function usePricing(): Answer<typeof getPricing> | undefined {
  const { data } = useQuery(pricingQuery);
  return useHydrated() ? data : undefined;
}
