import { focusManager, QueryClient } from '@leadping/web-kit/query';
import { request } from './request.ts';

/**
 * Calls fail at once where the browser says that it is offline. The library would keep them until it is online again and
 * send them all together then: whoever pressed "Send" twice meanwhile would have sent it twice.
 */
const NETWORK_MODE = 'always';

/**
 * The cache rules of specification §7: nothing refetches by itself, data is never stale, nothing is tried again, and a
 * read that names no function gets the first element of its key. Single reads override them.
 */
export function createQueryClient(): QueryClient {
  // The library looks at the tab's visibility alone; who comes back from another window has seen this one all the time.
  globalThis.addEventListener?.('focus', () => focusManager.onFocus());
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, signal }) => {
          const response = await request('GET', String(queryKey[0]), undefined, { signal });
          return (await response.json()) as unknown;
        },
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        retry: false,
        networkMode: NETWORK_MODE,
      },
      mutations: { retry: false, networkMode: NETWORK_MODE },
    },
  });
}
