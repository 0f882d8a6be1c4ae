import { useQueryClient } from '@leadping/web-kit/query';
import { useEffect } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { useFailureToast } from './use-failure-toast.ts';

/**
 * Watches all reads of a dashboard. The first one that fails because the session has ended shows a notice and
 * leads to the sign-in page.
 */
export function useSessionWatch(): void {
  const queryClient = useQueryClient();
  const onFailure = useFailureToast('');
  useEffect(() => {
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (!hasStatus(event.action.error, 401)) return;
      unsubscribe();
      onFailure(event.action.error);
    });
    return unsubscribe;
  }, [queryClient, onFailure]);
}
