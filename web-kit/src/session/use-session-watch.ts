import { useQueryClient } from '@leadping/web-kit/query';
import { useEffect } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { useFailureToast } from './use-failure-toast.ts';

/** The first read of a dashboard that finds the session ended says so and leads to the sign-in page, whoever made it. */
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
