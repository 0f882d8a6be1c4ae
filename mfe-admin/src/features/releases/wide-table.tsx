import type { ReactNode } from 'react';
import styles from './wide-table.module.css';

export interface WideColumn<T> {
  title: string;
  render: (row: T) => ReactNode;
  /** A column of figures, which is aligned to the end. */
  isFigure?: boolean;
  /** Text that may break, and takes the whole line where rows are cards. */
  isWide?: boolean;
}

interface TableFrameProps {
  label: string;
  columns: readonly Pick<WideColumn<never>, 'title' | 'isFigure'>[];
  isBusy?: boolean;
  className?: string | undefined;
  /** The table's bodies. */
  children: ReactNode;
  /** Below the table. */
  after?: ReactNode;
}

/** A table that may be wider than its place: it is scrolled by keyboard too (WCAG 2.1.1). */
export function TableFrame({ label, columns, isBusy = false, className, children, after }: TableFrameProps) {
  return (
    <div
      role="region"
      aria-label={label}
      aria-busy={isBusy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus
      tabIndex={0}
      className={[styles.scroller, className].filter(Boolean).join(' ')}
    >
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
        {children}
      </table>
      {after}
    </div>
  );
}

/** A row's cells; each names its column, for where rows are cards. */
export function Cells<T>({ columns, row }: { columns: readonly WideColumn<T>[]; row: T }) {
  return columns.map(({ title, render, isFigure, isWide }) => (
    <td key={title} data-title={title} data-wide={isWide} className={isFigure ? styles.figure : undefined}>
      {render(row)}
    </td>
  ));
}

interface WideTableProps<T> {
  label: string;
  columns: readonly WideColumn<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  isBusy?: boolean;
  /** Text of a table without rows. */
  empty?: string;
}

export function WideTable<T>({ label, columns, rows, keyOf, isBusy = false, empty }: WideTableProps<T>) {
  const isEmpty = rows.length === 0 && !isBusy && empty;
  return (
    <TableFrame
      label={label}
      columns={columns}
      isBusy={isBusy}
      className={styles.cards}
      after={isEmpty && <p className={styles.empty}>{empty}</p>}
    >
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
