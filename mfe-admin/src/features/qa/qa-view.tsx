import {
  runComprehensiveTests as runTests,
  runBrowserTests as runInBrowser,
} from '@leadping/contracts/endpoints/support/qa';
import type { QaReport } from '@leadping/contracts/support/qa-routes';
import { failureText, hasStatus } from '@leadping/web-kit/api/api-error';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button, UiProvider } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { QaResults } from './qa-results.tsx';
import { isReport, successRate } from './report.ts';
import styles from './qa.module.css';
import { RunProgress } from './run-progress.tsx';

type Run =
  | { state: 'idle' }
  | { state: 'running'; suite: 'platform' | 'browser'; since: number }
  | { state: 'completed'; report: QaReport }
  | { state: 'error'; message: string };

export default function QaView() {
  const toast = useToast();
  const onSessionEnd = useFailureToast('');
  const [run, setRun] = useState<Run>({ state: 'idle' });
  const refuseResults = () => {
    const message = 'Tests ran but results could not be displayed properly';
    setRun({ state: 'error', message });
    toast({ title: 'Test Results Error', description: message, tone: 'destructive' });
  };
  const options = {
    onSuccess: (report: unknown) =>
      isReport(report) ? setRun({ state: 'completed', report }) : refuseResults(),
    onError: (error: Error) => {
      // A proxy's page in place of the report.
      if (error instanceof SyntaxError) return refuseResults();
      const message = failureText(error);
      setRun({ state: 'error', message });
      if (hasStatus(error, 401)) onSessionEnd(error);
      else toast({ title: 'Test Execution Error', description: message, tone: 'destructive' });
    },
  };
  const platform = useWrite(runTests, options);
  const browser = useWrite(runInBrowser, options);
  const isRunning = run.state === 'running';
  const start = (suite: 'platform' | 'browser') => {
    setRun({ state: 'running', suite, since: Date.now() });
    (suite === 'platform' ? platform : browser).mutate({ body: {} });
  };

  return (
    <UiProvider>
      <ViewHeader
        title="QA Testing"
        action={
          <div className={styles.actions}>
            <Button disabled={isRunning} onClick={() => start('browser')}>
              Run browser tests
            </Button>
            <Button type="primary" disabled={isRunning} onClick={() => start('platform')}>
              Run all tests
            </Button>
          </div>
        }
      >
        Checks the running platform from outside and inside, with test data that is removed afterwards.
      </ViewHeader>
      <p className={styles.status} role="status" data-state={run.state}>
        {statusText(run)}
      </p>
      {run.state === 'idle' && (
        <EmptyState title="No tests have run yet">
          A run takes up to a minute and doesn’t affect customers.
        </EmptyState>
      )}
      {run.state === 'running' && <RunProgress since={run.since} />}
      {run.state === 'completed' && (
        <>
          <StatCards label="Result">
            <StatCard
              label="Success rate"
              value={`${successRate(run.report)}%`}
              tone={run.report.failed === 0 ? 'success' : 'danger'}
            />
            <StatCard label="Passed" value={run.report.passed} note={`of ${run.report.total}`} />
            <StatCard label="Failed" value={run.report.failed} />
          </StatCards>
          <QaResults results={run.report.results} />
        </>
      )}
    </UiProvider>
  );
}

function statusText(run: Run): string {
  switch (run.state) {
    case 'idle':
      return '';
    case 'running':
      return run.suite === 'platform' ? 'Running tests' : 'Running browser tests';
    case 'completed':
      return `Test execution completed: ${run.report.passed} of ${run.report.total} passed`;
    case 'error':
      return 'Test execution failed';
  }
}
