import { getChromeStoreUrl as chromeStoreUrl } from '@leadping/contracts/endpoints/licensing/store-url';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';

/** How long the store's address stays fresh, in ms (specification, signed-in side §9). */
const FRESH = 300_000;

/** The extension's Chrome Web Store page, as set by the admin. Undefined while unknown. */
export function useStoreUrl(options: { enabled?: boolean } = {}): string | undefined {
  const { data } = useQuery({ ...reading(chromeStoreUrl), staleTime: FRESH, ...options });
  return data?.chromeWebStoreUrl;
}
