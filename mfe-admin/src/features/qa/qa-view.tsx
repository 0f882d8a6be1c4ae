import type { QaReport, QaResult } from '@leadping/contracts/support/qa-routes';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import { StatCard, StatCards } from '@leadping/web-kit/dashboard/stat-card.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Link } from '@leadping/web-kit/router';
import { Alert, Button, UiProvider } from '@leadping/web-kit/ui/core';
import { QaResults } from './qa-results.tsx';
import { reportOf, successRate } from './report.ts';
import styles from './qa.module.css';
import { RunProgress } from './run-progress.tsx';
import { type Run, useRun } from './use-run.ts';

export default function QaView() {
  const { run, progress, start } = useRun();
  const isRunning = run?.state === 'running' || run?.state === 'found';

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
      <p className={styles.status} role="status" data-state={run?.state}>
        {run && statusText(run)}
      </p>
      {run?.state === 'error' && (
        <Alert
          type="error"
          showIcon
          title={run.message}
          description={
            <>
              Run the tests again. If they fail again, look for the cause in{' '}
              <Link to="/admin/logs">System Logs</Link>.
            </>
          }
        />
      )}
      {run?.state === 'idle' && (
        <EmptyState title="No tests have run yet">
          A run takes up to a minute and doesn’t affect customers.
        </EmptyState>
      )}
      {run?.state === 'running' && <RunProgress since={run.since} progress={progress} />}
      {run?.state === 'found' && <RunProgress progress={progress} />}
      {run?.state === 'found-ended' && <Seen results={run.seen.results} total={run.seen.total} />}
      {run?.state === 'completed' && <Report report={run.report} />}
    </UiProvider>
  );
}

function Report({ report }: { report: QaReport }) {
  return (
    <>
      <StatCards label="Result">
        <StatCard
          label="Success rate"
          value={`${successRate(report)}%`}
          tone={report.failed === 0 ? 'success' : 'danger'}
        />
        <StatCard label="Passed" value={report.passed} note={`of ${report.total}`} />
        <StatCard label="Failed" value={report.failed} tone={report.failed === 0 ? 'neutral' : 'danger'} />
      </StatCards>
      <QaResults results={report.results} isComplete />
    </>
  );
}

/** Only the admin who started the run gets the report. Others see the progress. */
function Seen({ results, total }: { results: readonly QaResult[]; total: number }) {
  if (results.length > 0 && results.length === total) return <Report report={reportOf(results)} />;
  return <QaResults results={results} isComplete />;
}

function statusText(run: Run): string {
  switch (run.state) {
    case 'idle':
      return '';
    case 'running':
      return run.suite === 'platform' ? 'Running tests' : 'Running browser tests';
    case 'found':
      return 'A test run is in progress';
    case 'found-ended':
      return seenText(run.seen);
    case 'completed':
      return completedText(run.report);
    case 'error':
      return 'Test execution failed';
  }
}

const completedText = ({ passed, total }: Pick<QaReport, 'passed' | 'total'>) =>
  `Test execution completed: ${passed} of ${total} passed`;

function seenText({ results, total }: { results: readonly QaResult[]; total: number }): string {
  if (results.length === 0) return 'The test run has ended';
  if (results.length === total) return completedText(reportOf(results));
  return `The test run has ended. This page saw ${results.length} of its ${total} results: run the tests again for all of them.`;
}
