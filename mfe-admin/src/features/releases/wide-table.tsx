import type { ReactNode } from 'react';
import styles from './wide-table.module.css';

interface Column<T> {
  title: string;
  renderCell: (row: T) => ReactNode;
  /** Figures that are compared stand in line at their end. */
  isFigure?: boolean;
}

interface WideTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  isBusy?: boolean;
  /** Shown where there are no rows. */
  empty?: string;
}

/** A table that may be wider than its place: it is scrolled by keyboard too (WCAG 2.1.1). */
export function WideTable<T>({ label, columns, rows, keyOf, isBusy = false, empty }: WideTableProps<T>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus
    <div role="region" aria-label={label} aria-busy={isBusy} tabIndex={0} className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ title, isFigure }) => (
              <th key={title} scope="col" className={isFigure ? styles.figure : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, renderCell, isFigure }) => (
                <td key={title} className={isFigure ? styles.figure : undefined}>
                  {renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && !isBusy && empty && <p className={styles.empty}>{empty}</p>}
    </div>
  );
}
