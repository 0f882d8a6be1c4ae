import type { ReactNode } from 'react';
import styles from './fact-table.module.css';

interface FactTableProps {
  columns: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
}

export function FactTable({ columns, rows }: FactTableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([heading, ...cells]) => (
            <tr key={heading}>
              <th scope="row">{heading}</th>
              {cells.map((cell, column) => (
                // The cells are written by hand; a cell is what its column is.
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
