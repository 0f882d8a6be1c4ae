import { useNavigationType } from '@leadping/web-kit/router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './list-table.module.css';
import { LoadError } from './load-error.tsx';
import { Pager, type Paging } from './pager.tsx';
import { useDelayed } from './use-delayed.ts';
import { useKeptFocus } from './use-kept-focus.ts';

export interface Column<Row> {
  /** The server's sort key, if the column can be sorted. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Figures are aligned to the end of their cell. */
  align?: 'end';
  /** Takes the full width of a card on phones. The first column always does. */
  isWide?: boolean;
}

interface Identified {
  id: string;
}

interface ListTableProps<Row extends Identified> {
  /** The table's label: `Orders`. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  error?: Error | null;
  onRetry?: () => void;
  /** Whether the rows still belong to the previous search, filter or page. */
  isChanging?: boolean;
  /** `createdAt` for ascending order, `-createdAt` for descending. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  paging?: Paging;
  /** Shown in place of an empty list: an `EmptyState`. */
  empty: ReactNode;
  /**
   * The last column: buttons whose labels name their row. Pass a stable function (`useCallback`), otherwise all
   * rows rerender on every change of the page.
   */
  actions?: (row: Row) => ReactNode;
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5];

/**
 * One page of a list. The server pages, sorts and filters. The page's address stores the selection
 * (`useListAddress`). On phones each row is a card.
 */
export function ListTable<Row extends Identified>(props: ListTableProps<Row>) {
  const { label, columns, rows, error, onRetry, isChanging = false, paging, empty, actions } = props;
  // An empty list is no result for a search or filter that is still loading.
  const isWaiting = rows === undefined || (isChanging && rows.length === 0);
  const isLate = useDelayed(isWaiting && !error);
  const region = usePageStart(paging?.page);
  const focus = useKeptFocus(region);
  if (error && !rows) {
    return (
      <LoadError
        title={`We couldn't load the ${label.toLowerCase()}`}
        error={error}
        onRetry={() => onRetry?.()}
      />
    );
  }
  if (rows?.length === 0 && !isChanging && (!paging || paging.page === 1)) return <>{empty}</>;
  return (
    <>
      {/* The scrolling area must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={region} className={styles.scroll} role="region" aria-label={label} tabIndex={0} {...focus}>
        <table className={styles.table} aria-label={label} aria-busy={isChanging || !rows}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.key} column={column} {...props} />
              ))}
              {actions && (
                <th scope="col" className={styles.actions}>
                  <span className={styles.spoken}>Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody data-old={isChanging}>
            {rows && <Rows rows={rows} columns={columns} actions={actions} />}
            {isLate &&
              SKELETON_ROWS.map((row) => (
                <tr key={row} className={styles.skeleton}>
                  <td colSpan={columns.length + (actions ? 1 : 0)}>
                    <span>Loading</span>
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {rows?.length === 0 && !isChanging && <p className={styles.end}>Nothing on this page.</p>}
      {error && rows && (
        <p className={styles.end} role="alert">
          This list may be out of date.{' '}
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      {paging && <Pager {...paging} isChanging={isChanging} />}
    </>
  );
}

/** Scrolls to the start of the list on a page change, because the pager is below the last row. */
function usePageStart(page: number | undefined): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (isReturn || !region.current) return;
    // The page's style makes scrolling smooth, except with reduced motion.
    if (region.current.getBoundingClientRect().top < 0) region.current.scrollIntoView();
  }, [page, isReturn]);
  return region;
}

type RowsProps<Row extends Identified> = Pick<ListTableProps<Row>, 'columns' | 'actions'> & {
  rows: readonly Row[];
};

/** Rerenders only for other rows, and not when a dialog opens or a search or page is loading. */
const Rows = memo(function Rows<Row extends Identified>({ rows, columns, actions }: RowsProps<Row>) {
  return rows.map((row) => (
    <tr key={row.id}>
      {columns.map(({ key, title, render, align, isWide }) => (
        <td key={key} data-title={title} data-align={align} data-wide={isWide}>
          {render(row)}
        </td>
      ))}
      {actions && <td className={styles.actions}>{actions(row)}</td>}
    </tr>
  ));
}) as <Row extends Identified>(props: RowsProps<Row>) => ReactNode;

interface HeadProps<Row> {
  column: Column<Row>;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
}

function Head<Row>({ column: { key, title, isSortable, align }, sort, onSort }: HeadProps<Row>) {
  if (!isSortable || !onSort) {
    return (
      <th scope="col" data-align={align}>
        {title}
      </th>
    );
  }
  const isUp = sort === key;
  const isDown = sort === `-${key}`;
  return (
    <th scope="col" data-align={align} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button type="button" onClick={() => onSort(isDown ? key : `-${key}`)}>
        {title}
        {isUp && <ArrowUp size={14} />}
        {isDown && <ArrowDown size={14} />}
      </button>
    </th>
  );
}
