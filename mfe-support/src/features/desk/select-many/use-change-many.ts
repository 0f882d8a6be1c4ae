import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { failureText, hasStatus } from '@leadping/web-kit/api/api-error';
import { call, type InputOf } from '@leadping/web-kit/api/call';
import { invalidate } from '@leadping/web-kit/api/hooks';
import { useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { formatTickets } from '../format-tickets.ts';
import { readDesk, updateTicket } from '../endpoints.ts';

export type Change = Pick<InputOf<typeof updateTicket>['body'], 'status' | 'priority'>;

export interface FailedChange {
  ticket: DeskTicket;
  error: Error;
  reason: string;
}

/** Maximum number of calls at the same time. */
const MAX_CALLS = 4;
const FAILED = 'Failed to update ticket';

/**
 * Changes several tickets with one call per ticket.
 * @param onChanged gets the ids of the tickets that were changed
 */
export function useChangeMany(onChanged: (ids: string[]) => void) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const showFailure = useFailureToast(FAILED);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [result, setResult] = useState<{
    failed: FailedChange[];
    total: number;
  }>();

  const change = async (tickets: readonly DeskTicket[], body: Change) => {
    if (progress || tickets.length === 0) return;
    const total = tickets.length;
    const changed: string[] = [];
    const failed: FailedChange[] = [];
    const showProgress = () => setProgress({ done: changed.length + failed.length, total });
    setResult(undefined);
    showProgress();
    // All workers take from one iterator, so that each ticket is changed once.
    const waiting = tickets.values();
    const work = async () => {
      for (const ticket of waiting) {
        try {
          await call(updateTicket, {
            params: { id: ticket.id },
            body: { ...body, seenAt: ticket.updatedAt },
          });
          changed.push(ticket.id);
        } catch (thrown) {
          const error = thrown instanceof Error ? thrown : new Error(FAILED);
          failed.push({ ticket, error, reason: failureText(error, FAILED) });
        }
        showProgress();
      }
    };
    await Promise.all(Array.from({ length: MAX_CALLS }, work));
    setProgress(undefined);
    onChanged(changed);
    // A refusal also means that the list is out of date.
    invalidate(queryClient, [readDesk]);
    const ended = failed.find(({ error }) => hasStatus(error, 401));
    if (ended) showFailure(ended.error);
    else if (failed.length > 0) setResult({ failed, total });
    else toast({ title: `${formatTickets(total)} updated`, tone: 'success' });
  };
  return {
    progress,
    result,
    change,
    dismissResult: () => setResult(undefined),
  };
}
