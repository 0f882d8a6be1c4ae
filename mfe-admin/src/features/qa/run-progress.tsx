import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { useEffect, useState } from 'react';
import styles from './qa.module.css';

/** How long a run has been going on. */
export function RunProgress({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  return (
    <div className={styles.running}>
      <RingMark size={48} />
      <span>{seconds} s</span>
    </div>
  );
}
