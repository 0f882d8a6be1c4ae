import { useEffect } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { useFailureToast } from './use-failure-toast.ts';

/**
 * If a read fails because the session has ended, shows a notice and leads to the sign-in page. Other errors are
 * shown in place.
 */
export function useSessionEnd(...errors: (Error | null)[]): void {
  const onFailure = useFailureToast('');
  const over = errors.find((error) => hasStatus(error, 401));
  useEffect(() => {
    if (over) onFailure(over);
  }, [over, onFailure]);
}
