import { hasStatus } from '@leadping/web-kit/api/api-error';
import { useNavigate } from '@leadping/web-kit/router';
import { useToast } from '@leadping/web-kit/shell';
import { useCallback } from 'react';

/** How long the notice stands before the sign-in page comes (specification, signed-in side §8). */
const REDIRECT_DELAY = 500;

/** Tells of a call that failed; one that failed because the session is over leads to the sign-in page. */
export function useFailureToast(title: string): (error: Error) => void {
  const toast = useToast();
  const navigate = useNavigate();
  return useCallback(
    (error: Error) => {
      if (hasStatus(error, 401)) {
        toast({
          title: 'Unauthorized',
          description: 'You are logged out. Logging in again...',
          tone: 'destructive',
        });
        setTimeout(() => navigate('/auth'), REDIRECT_DELAY);
        return;
      }
      toast({ title, description: error.message, tone: 'destructive' });
    },
    [navigate, title, toast],
  );
}
