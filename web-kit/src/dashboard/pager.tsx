import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatWhole } from '@leadping/contracts/currency';
import styles from './pager.module.css';

export interface Paging {
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
  /** The total number of items, if the server counts them. */
  total?: number | undefined;
}

interface PagerProps extends Paging {
  /** Whether the rows still belong to another page, so that the next cursor is unknown. */
  isChanging: boolean;
}

export function Pager({ page, hasNext, onPage, total, isChanging }: PagerProps) {
  if (page === 1 && !hasNext && total === undefined) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.total}>{total !== undefined && `${formatWhole(total)} in all`}</span>
      <button type="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} />
        Previous
      </button>
      <span aria-current="page">Page {page}</span>
      {/* Disabling the button during the change would lose the focus. */}
      <button
        type="button"
        disabled={!hasNext}
        aria-disabled={isChanging}
        onClick={() => !isChanging && onPage(page + 1)}
      >
        Next
        <ChevronRight size={16} />
      </button>
    </nav>
  );
}
