import { Button } from '@leadping/web-kit/ui/core';
import styles from './pager.module.css';

interface PagerProps {
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
}

/** Back and forth; how many pages there are is not counted, which keeps the list fast however long it is. */
export function Pager({ page, hasNext, onPage }: PagerProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span aria-current="page">Page {page}</span>
      <Button disabled={!hasNext} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
