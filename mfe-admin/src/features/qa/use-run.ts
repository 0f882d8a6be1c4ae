import {
  getQaProgress as readProgress,
  runComprehensiveTests as runTests,
  runBrowserTests as runInBrowser,
} from '@leadping/contracts/endpoints/support/qa';
import type { QaProgress, QaReport } from '@leadping/contracts/support/qa-routes';
import { failureText, hasStatus } from '@leadping/web-kit/api/api-error';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { queryOptions, useQuery, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { useState } from 'react';
import { isReport } from './report.ts';

const POLL_MS = 1000;

/** The latest run that this page started. */
type OwnRun =
  | { state: 'idle' }
  | { state: 'running'; suite: 'platform' | 'browser'; since: number }
  | { state: 'completed'; report: QaReport }
  | { state: 'error'; message: string };

/** A run that was already in progress: another admin's, or one whose page was reloaded or got no reply. */
type FoundRun = { state: 'found' } | { state: 'found-ended'; seen: QaProgress };

export type Run = OwnRun | FoundRun;

const NO_PROGRESS: QaProgress = { isRunning: false, total: 0, results: [] };
const progressQuery = reading(readProgress);
/** Kept in the query cache, so that the report is still there after a visit to another page. It has no server route. */
const runQuery = queryOptions<OwnRun>({
  queryKey: ['qa-run'],
  queryFn: () => ({ state: 'idle' }),
  enabled: false,
  gcTime: Infinity,
});

/** The current test run of any user. `run` is undefined while the request for it is pending. */
export function useRun() {
  const toast = useToast();
  const onSessionEnd = useFailureToast('');
  const queryClient = useQueryClient();
  const { data: own = { state: 'idle' } as const } = useQuery(runQuery);
  const { data: progress, isPending } = useQuery({
    ...progressQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (own.state === 'running' || state.data?.isRunning ? POLL_MS : false),
  });
  const isFound = own.state !== 'running' && progress?.isRunning === true;
  /** The latest progress of a found run, because the server forgets it when it ends. */
  const [found, setFound] = useState<QaProgress>();
  if (isFound && progress !== found) setFound(progress);

  const show = (run: OwnRun) => void queryClient.setQueryData(runQuery.queryKey, run);
  const end = async (run: OwnRun) => {
    // Cached and pending progress belongs to the run that has ended.
    await queryClient.cancelQueries({ queryKey: progressQuery.queryKey });
    queryClient.setQueryData(progressQuery.queryKey, NO_PROGRESS);
    show(run);
  };
  /** The run may continue without a reply, or be refused because another one is in progress. */
  const endUnknown = async (message: string) => {
    await end({ state: 'error', message });
    await queryClient.invalidateQueries({ queryKey: progressQuery.queryKey });
  };
  const refuseResults = () => {
    const message = 'Tests ran but results could not be displayed properly';
    void endUnknown(message);
    toast({ title: 'Test Results Error', description: message, tone: 'destructive' });
  };
  const options = {
    onSuccess: (report: unknown) =>
      isReport(report) ? void end({ state: 'completed', report }) : refuseResults(),
    onError: (error: Error) => {
      // The reply is a proxy's page instead of the report.
      if (error instanceof SyntaxError) return refuseResults();
      const message = failureText(error);
      void endUnknown(message);
      if (hasStatus(error, 401)) onSessionEnd(error);
      else toast({ title: 'Test Execution Error', description: message, tone: 'destructive' });
    },
  };
  const platform = useWrite(runTests, options);
  const browser = useWrite(runInBrowser, options);
  const start = (suite: 'platform' | 'browser') => {
    setFound(undefined);
    queryClient.setQueryData(progressQuery.queryKey, NO_PROGRESS);
    show({ state: 'running', suite, since: Date.now() });
    (suite === 'platform' ? platform : browser).mutate({ body: {} });
  };

  const run: Run | undefined = isFound
    ? { state: 'found' }
    : own.state !== 'running' && found
      ? { state: 'found-ended', seen: found }
      : own.state === 'idle' && isPending
        ? undefined
        : own;
  return { run, progress, start };
}
