import type { ReactNode } from 'react';
import styles from './wide-table.module.css';

/** A table that may be wider than its place: it is scrolled by keyboard too (WCAG 2.1.1). */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus
    <div role="region" aria-label={label} tabIndex={0} className={styles.scroller}>
      {children}
    </div>
  );
}
