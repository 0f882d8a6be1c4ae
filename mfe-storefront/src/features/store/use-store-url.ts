import type { getChromeStoreUrl } from '@leadping/contracts/licensing/store-url-routes';
import { endpoint } from '@leadping/web-kit/api/call';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';

const chromeStoreUrl = endpoint<typeof getChromeStoreUrl>('GET', '/api/chrome-store-url');

/** How long the store's address is fresh, in milliseconds (specification, signed-in side §9). */
const FRESH = 300_000;

/** The extension's page in the Chrome Web Store, as the admin has set it; undefined until it is known. */
export function useStoreUrl(options: { enabled?: boolean } = {}): string | undefined {
  const { data } = useQuery({ ...reading(chromeStoreUrl), staleTime: FRESH, ...options });
  return data?.chromeWebStoreUrl;
}
