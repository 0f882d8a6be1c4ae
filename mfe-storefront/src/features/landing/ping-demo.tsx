import { useEffect, useRef, useState } from 'react';
import { CAPTURED_FIELDS } from '../../copy/capture.ts';
import { SOLUTION } from '../../copy/landing.ts';
import { burst } from './confetti.ts';
import button from './ping-button.module.css';
import styles from './ping-demo.module.css';

const DETAILS_AFTER_MS = 500;

export function PingDemo() {
  const [pinged, setPinged] = useState(false);
  const [detailsShown, setDetailsShown] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (!pinged) return;
    const timer = setTimeout(() => setDetailsShown(true), DETAILS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pinged]);

  function ping() {
    if (pinged) return;
    setPinged(true);
    if (canvas.current) void burst(canvas.current);
  }

  function reset() {
    setPinged(false);
    setDetailsShown(false);
  }

  return (
    <div className={styles.demo}>
      <div className={styles.page}>
        <p className={styles.address} aria-hidden="true">
          linkedin.com/in/maya-lindqvist
        </p>
        <div className={styles.profile}>
          <p className={styles.name}>Maya Lindqvist</p>
          <p className={styles.role}>VP of Sales at Northbeam Logistics</p>
          <button
            type="button"
            className={pinged ? `${button.ping} ${button.sent}` : button.ping}
            onClick={ping}
            onMouseEnter={ping}
          >
            {pinged ? 'Pinged!' : 'Ping!'}
          </button>
        </div>
        <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
      </div>
      <div className={styles.details} role="status" aria-label="What the ping captured">
        {detailsShown ? (
          <div className={styles.panel}>
            <p className={styles.sent}>{SOLUTION.afterTitle}</p>
            <dl className={styles.fields}>
              {CAPTURED_FIELDS.map(({ key, label, example }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{example}</dd>
                </div>
              ))}
            </dl>
            <p className={styles.note}>{SOLUTION.afterNote}</p>
            <button type="button" className={styles.again} onClick={reset}>
              Start over
            </button>
          </div>
        ) : (
          <p className={styles.waiting}>{SOLUTION.beforeNote}</p>
        )}
      </div>
    </div>
  );
}
