import { getQaProgress as readProgress } from '@leadping/contracts/endpoints/support/qa';
import { reading } from '@leadping/web-kit/api/hooks';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useEffect, useState } from 'react';
import { QaResults } from './qa-results.tsx';
import styles from './qa.module.css';

const POLL_MS = 1000;

/** How long a run has been going on, and what its checks have found so far. */
export function RunProgress({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // Nothing is remembered: the last run's progress is not this one's. Without it the seconds are still shown.
  const { data } = useQuery({ ...reading(readProgress), staleTime: 0, gcTime: 0, refetchInterval: POLL_MS });
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  const isKnown = data?.isRunning && data.total > 0;
  return (
    <>
      <div className={styles.running}>
        <RingMark size={48} />
        {isKnown && (
          <progress aria-label="Test progress" max={data.total} value={data.results.length}>
            {`${data.results.length} of ${data.total}`}
          </progress>
        )}
        <span>
          {isKnown && `${data.results.length} of ${data.total} tests · `}
          {seconds} s
        </span>
      </div>
      {isKnown && <QaResults results={data.results} />}
    </>
  );
}
