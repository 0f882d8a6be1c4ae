import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { createContext, useContext } from 'react';
import { readReseller } from '../../endpoints.ts';

/** Where the pages find the reseller: they are only shown once it is loaded. */
export const ResellerContext = createContext<CurrentReseller | null>(null);

export function useReseller(): CurrentReseller {
  const reseller = useContext(ResellerContext);
  if (!reseller) throw new Error('This page is outside of the reseller dashboard');
  return reseller;
}

const query = reading(readReseller);

export const useResellerQuery = (isWanted: boolean) => useQuery({ ...query, enabled: isWanted });

/** Shows what a write replied with, without reading it again. */
export function useSetReseller() {
  const queryClient = useQueryClient();
  return (reseller: CurrentReseller) => queryClient.setQueryData(query.queryKey, reseller);
}
