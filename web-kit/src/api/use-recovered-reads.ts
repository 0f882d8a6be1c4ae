import { useQueryClient } from '@leadping/web-kit/query';
import { useEffect } from 'react';
import { recoverReads } from './recover-reads.ts';

/** For a page that people wait at: what it shows as failed, because nobody replied, comes by itself (`recoverReads`). */
export function useRecoveredReads(): void {
  const queryClient = useQueryClient();
  useEffect(() => recoverReads(queryClient), [queryClient]);
}
