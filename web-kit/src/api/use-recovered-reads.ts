import { useQueryClient } from '@leadping/web-kit/query';
import { useEffect } from 'react';
import { recoverReads } from './recover-reads.ts';

/** For pages with waiting visitors: failed reads recover by themselves after an outage (`recoverReads`). */
export function useRecoveredReads(): void {
  const queryClient = useQueryClient();
  useEffect(() => recoverReads(queryClient), [queryClient]);
}
