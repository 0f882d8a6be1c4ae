import type { ReactNode } from 'react';
import styles from './fact-table.module.css';

export function FactTable({ children }: { children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>{children}</table>
    </div>
  );
}
