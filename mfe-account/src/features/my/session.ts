import {
  closeCustomerSession,
  getCustomerSession,
} from '@leadping/contracts/endpoints/identity/customer-session';
import { failureText, hasStatus } from '@leadping/web-kit/api/api-error';
import { invalidate, reading, useWrite } from '@leadping/web-kit/api/hooks';
import { useQuery, useQueryClient, type QueryClient } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { useCallback, useEffect } from 'react';

/** Drops everything that was read for an address, so that the next one never sees it. */
export function forgetMine(queryClient: QueryClient): void {
  // Also asks again for what is shown. Without a session that shows the form for a link.
  void queryClient.resetQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/my/') });
}

/** The session of the mailed link. Asked again when it must have ended. */
export function useMySession() {
  const session = useQuery({ ...reading(getCustomerSession), staleTime: 0 });
  const { data, refetch } = session;
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(() => void refetch(), Math.max(0, Date.parse(data.endsAt) - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [data, refetch]);
  const hasEnded = hasStatus(session.error, 401);
  return { ...session, hasEnded };
}

/** Shows why a call failed. If the session has ended, the page asks for a new link. */
export function useMyFailure(title: string): (error: Error) => void {
  const toast = useToast();
  const queryClient = useQueryClient();
  return useCallback(
    (error) => {
      if (hasStatus(error, 401)) return invalidate(queryClient, [getCustomerSession]);
      toast({ title, description: failureText(error, 'Please try again.'), tone: 'destructive' });
    },
    [queryClient, title, toast],
  );
}

export function useSignOut() {
  const queryClient = useQueryClient();
  const onError = useMyFailure('You are still signed in');
  return useWrite(closeCustomerSession, {
    onSuccess: () => forgetMine(queryClient),
    onError,
  });
}
