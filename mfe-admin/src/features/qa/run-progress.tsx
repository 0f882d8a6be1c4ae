import type { QaProgress } from '@leadping/contracts/support/qa-routes';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { useEffect, useState } from 'react';
import { QaResults } from './qa-results.tsx';
import styles from './qa.module.css';

interface RunProgressProps {
  /** Start in epoch milliseconds. Absent if the run started before this page was opened. */
  since?: number;
  /** Without it the seconds are still shown. */
  progress: QaProgress | undefined;
}

/** How long a run has been going on, and what its checks have found so far. */
export function RunProgress({ since, progress }: RunProgressProps) {
  const isKnown = progress?.isRunning && progress.total > 0;
  return (
    <>
      <div className={styles.running}>
        <RingMark size={48} />
        {isKnown && (
          <progress aria-label="Test progress" max={progress.total} value={progress.results.length}>
            {`${progress.results.length} of ${progress.total}`}
          </progress>
        )}
        <span>
          {isKnown && `${progress.results.length} of ${progress.total} tests`}
          {isKnown && since !== undefined && ' · '}
          {since !== undefined && <Seconds since={since} />}
        </span>
      </div>
      {isKnown && <QaResults results={progress.results} />}
    </>
  );
}

function Seconds({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return `${Math.max(0, Math.round((now - since) / 1000))} s`;
}
