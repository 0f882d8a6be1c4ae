import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { createContext, useContext } from 'react';
import { readReseller } from '../../endpoints.ts';
import { FRESH } from '../fresh.ts';

/** The reseller, for all pages. Pages are shown only once it is loaded. */
export const ResellerContext = createContext<CurrentReseller | null>(null);

export function useReseller(): CurrentReseller {
  const reseller = useContext(ResellerContext);
  if (!reseller) throw new Error('This page is outside of the reseller dashboard');
  return reseller;
}

const query = reading(readReseller);

export const useResellerQuery = (isWanted: boolean) => useQuery({ ...query, enabled: isWanted });

/** For pages that show what others change: that deliveries were turned off, the account deactivated, the price set. */
export const useFreshReseller = (freshness = FRESH) => void useQuery({ ...query, ...freshness });

/** Caches the reply of a write, so that it is not read again. */
export function useSetReseller() {
  const queryClient = useQueryClient();
  return (reseller: CurrentReseller) => queryClient.setQueryData(query.queryKey, reseller);
}
