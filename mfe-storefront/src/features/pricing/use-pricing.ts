import type { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import { endpoint } from '@leadping/web-kit/api/call';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';

const pricing = endpoint<typeof getPricing>('GET', '/api/pricing');

/** The live prices in dollars, fetched again every 10 seconds and when the visitor comes back to the page. */
export function usePricing() {
  return useQuery({ ...reading(pricing), refetchInterval: 10_000, refetchOnWindowFocus: 'always' });
}
