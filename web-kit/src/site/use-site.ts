import { getSite as site } from '@leadping/contracts/endpoints/commerce/site';
import type { Reply } from '@leadping/web-kit/api/call';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';
import { useReply } from '../page/page-data.ts';

export const siteQuery = { ...reading(site), staleTime: 60_000 } as const;

/** Who runs the platform, and its claims about the product. Undefined until known. */
export function useSite({ enabled = true } = {}): Reply<typeof site> | undefined {
  const { data } = useQuery({ ...siteQuery, enabled });
  return useReply(siteQuery.queryKey, data);
}
