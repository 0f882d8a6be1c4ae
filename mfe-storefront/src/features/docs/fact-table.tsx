import type { ReactNode } from 'react';
import styles from './fact-table.module.css';

/** A table that is moved sideways where it is wider than the text. */
export function FactTable({ children }: { children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>{children}</table>
    </div>
  );
}
