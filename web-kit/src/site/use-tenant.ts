import { getTenant as tenant } from '@leadping/contracts/endpoints/commerce/tenant';
import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { call } from '@leadping/web-kit/api/call';
import { useReply } from '../page/page-data.ts';
import { queryOptions, useQuery } from '@leadping/web-kit/query';
import { useLocation } from '@leadping/web-kit/router';

/** Retry interval in ms. No price is shown until the tenant is known. */
const RETRY_MS = 10_000;

/** The part of a path that determines the tenant. Pages below one reseller share one reply. */
function scopeOf(path: string): string {
  return /^\/r\/[^/]+/.exec(path)?.[0] ?? '/';
}

/** The tenant of a path, for `useTenant` and for calls that need it. */
export function tenantQuery(path: string) {
  return queryOptions({
    queryKey: [tenant.path, scopeOf(path)],
    queryFn: async ({ signal }): Promise<Tenant | null> => {
      try {
        return await call(tenant, { headers: { 'x-current-path': path } }, { signal });
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.error && state.data === undefined ? RETRY_MS : false),
  });
}

/** The reseller of this page. Null on the product's own pages, undefined until it is known. */
export function useTenant(): Tenant | null | undefined {
  const query = tenantQuery(useLocation().pathname);
  const { data } = useQuery(query);
  return useReply(query.queryKey, data);
}
