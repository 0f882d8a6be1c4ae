import { useQueryClient } from '@leadping/web-kit/query';
import { useNavigate } from '@leadping/web-kit/router';
import { useToast } from '@leadping/web-kit/shell';
import { useCallback } from 'react';
import { ApiError, hasStatus } from '../api/api-error.ts';
import { setSessionUser } from './session.ts';

/** How long the notice stands before the sign-in page comes (specification, signed-in side §8). */
const REDIRECT_DELAY = 500;

/** Shows that a call failed; one that failed because the session has ended leads to the sign-in page. */
export function useFailureToast(title: string, fallback?: string): (error: Error) => void {
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useCallback(
    (error: Error) => {
      if (!hasStatus(error, 401)) {
        const message = error instanceof ApiError || fallback === undefined ? error.message : '';
        toast({ title, description: message || fallback, tone: 'destructive' });
        return;
      }
      toast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        tone: 'destructive',
      });
      setTimeout(() => {
        // The sign-in page would send back whoever it still takes for signed in.
        setSessionUser(queryClient, null);
        void navigate('/auth');
      }, REDIRECT_DELAY);
    },
    [fallback, navigate, queryClient, title, toast],
  );
}
