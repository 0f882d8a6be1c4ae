import { focusManager, QueryClient } from '@leadping/web-kit/query';
import { request } from './request.ts';

/**
 * Calls fail immediately while the browser is offline. By default the library would queue them and send them all
 * together later, so that two presses on "Send" would send twice.
 */
const NETWORK_MODE = 'always';

/**
 * The cache rules of specification §7: no automatic refetch, no stale data, no retries, and a read without a
 * function requests the first element of its key. Single reads override these rules.
 */
export function createQueryClient(): QueryClient {
  // The library refetches on visibility changes only. Returning from another window counts as focus, too.
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
