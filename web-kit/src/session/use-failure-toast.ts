import { useQueryClient } from '@leadping/web-kit/query';
import { useNavigate } from '@leadping/web-kit/router';
import { useShell } from '@leadping/web-kit/shell';
import { useCallback } from 'react';
import { ApiError, failureText, hasStatus } from '../api/api-error.ts';
import { returnTo } from './return-path.ts';
import { announceSessionEnd } from './session-end.ts';
import { sessionQuery, setSessionUser } from './session.ts';

/** Time in ms that the notice is shown before the sign-in page (specification, signed-in side §8). */
const REDIRECT_DELAY = 500;

/** Shows that a call failed. If the session has ended, it leads to the sign-in page and back. */
export function useFailureToast(title: string, fallback?: string): (error: Error) => void {
  const { toast, basePath } = useShell();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useCallback(
    (error: Error) => {
      if (!hasStatus(error, 401)) {
        const isReply = error instanceof ApiError;
        const description = isReply || fallback === undefined ? failureText(error, fallback) : fallback;
        toast({ title, description, tone: 'destructive' });
        return;
      }
      toast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        tone: 'destructive',
      });
      const { pathname, search, hash } = location;
      const state = returnTo({ pathname: pathname.slice(basePath.length), search, hash });
      const readUser = () => queryClient.getQueryData(sessionQuery.queryKey);
      const user = readUser();
      setTimeout(() => {
        // Another call was faster, or the person has signed out.
        if (user && readUser() === null) return;
        announceSessionEnd();
        // Otherwise the sign-in page would send the user back as still signed in.
        setSessionUser(queryClient, null);
        void navigate('/auth', { replace: true, state });
      }, REDIRECT_DELAY);
    },
    [basePath, fallback, navigate, queryClient, title, toast],
  );
}
