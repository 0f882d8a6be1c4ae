import { getPricing as pricing } from '@leadping/contracts/endpoints/commerce/pricing';
import type { Reply } from '@leadping/web-kit/api/call';
import { reading } from '@leadping/web-kit/api/hooks';
import { useReply } from '../page/page-data.ts';
import { useQuery } from '@leadping/web-kit/query';

/** The live prices in dollars, refetched every 10 seconds and when the visitor returns to the page. */
export const pricingQuery = {
  ...reading(pricing),
  refetchInterval: 10_000,
  refetchOnWindowFocus: 'always',
} as const;

export function usePricing(): Reply<typeof pricing> | undefined {
  const { data } = useQuery(pricingQuery);
  return useReply(pricingQuery.queryKey, data);
}
