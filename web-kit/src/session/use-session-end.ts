import { useEffect } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { useFailureToast } from './use-failure-toast.ts';

/** A read that finds the session over says so and leads to the sign-in page; other failures are shown in place. */
export function useSessionEnd(...errors: (Error | null)[]): void {
  const onFailure = useFailureToast('');
  const over = errors.find((error) => hasStatus(error, 401));
  useEffect(() => {
    if (over) onFailure(over);
  }, [over, onFailure]);
}
