import { Button } from '@leadping/web-kit/ui/core';
import styles from './pager.module.css';

interface PagerProps {
  page: number;
  hasNext: boolean;
  /** What is shown belongs to another page still: it does not know where the next one begins. */
  isChanging: boolean;
  onPage: (page: number) => void;
}

/** Back and forth; how many pages there are is not counted, which keeps the list fast however long it is. */
export function Pager({ page, hasNext, isChanging, onPage }: PagerProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span aria-current="page">Page {page}</span>
      {/* Not disabled while the page changes: the button would lose the focus. */}
      <Button disabled={!hasNext} aria-disabled={isChanging} onClick={() => !isChanging && onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
