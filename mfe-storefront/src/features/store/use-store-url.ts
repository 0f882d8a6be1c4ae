import { getChromeStoreUrl as chromeStoreUrl } from '@leadping/contracts/endpoints/licensing/store-url';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';

/** How long the store's address is fresh, in milliseconds (specification, signed-in side §9). */
const FRESH = 300_000;

/** The extension's page in the Chrome Web Store, as the admin has set it; undefined until it is known. */
export function useStoreUrl(options: { enabled?: boolean } = {}): string | undefined {
  const { data } = useQuery({ ...reading(chromeStoreUrl), staleTime: FRESH, ...options });
  return data?.chromeWebStoreUrl;
}
