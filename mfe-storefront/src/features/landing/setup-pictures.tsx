import type { ReactNode } from 'react';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import styles from './setup-pictures.module.css';

/** One small drawn screen for each of the four setup steps, in their order. */
export const SETUP_PICTURES: readonly ReactNode[] = [
  <div key="store" className={styles.screen}>
    <RingMark size={40} className={styles.mark} />
    <span className={styles.pill}>Add to Chrome</span>
  </div>,
  <div key="key" className={styles.screen}>
    <span className={styles.key}>7QKM-2XWD-9FTA-…</span>
    <span className={styles.ok}>License active</span>
  </div>,
  <div key="webhook" className={styles.screen}>
    <span className={styles.row}>
      <b>Name</b> Sales CRM
    </span>
    <span className={styles.row}>
      <b>URL</b> https://hooks…
    </span>
  </div>,
  <div key="ping" className={styles.screen}>
    <span className={styles.ping}>
      <RingMark size={18} /> Ping
    </span>
  </div>,
];
