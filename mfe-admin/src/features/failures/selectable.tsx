import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { useDelayed } from '@leadping/web-kit/dashboard/use-delayed.ts';
import { Button, Skeleton } from '@leadping/web-kit/ui/core';
import { Checkbox } from '@leadping/web-kit/ui/form';
import { useKeptFocus } from '@leadping/web-kit/dashboard/use-kept-focus.ts';
import { type ReactNode, useRef, useState } from 'react';
import styles from './failures.module.css';

interface SelectableProps<Item> {
  label: string;
  /** Undefined while loading. */
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  error: Error | null;
  onRetry: () => void;
  /** The text of an empty list. */
  empty: string;
  isReplaying: boolean;
  onReplay: (ids: string[]) => void;
  render: (item: Item) => ReactNode;
}

/** Maximum items that one call replays. */
const MAX_REPLAYED = 100;

/** A list of failures. One, some or all of them can be replayed. */
export function Selectable<Item>(props: SelectableProps<Item>) {
  const { label, items, error, onRetry, empty } = props;
  const isLate = useDelayed(!items && !error);
  const place = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(place);
  if (error && !items) {
    return (
      <LoadError title={`We couldn't load the ${label.toLowerCase()}`} error={error} onRetry={onRetry} />
    );
  }
  if (!items) {
    return (
      <div className={styles.none}>{isLate && <Skeleton active paragraph={{ rows: 1 }} title={false} />}</div>
    );
  }
  return (
    <div ref={place} tabIndex={-1} {...focus}>
      {items.length > 0 ? <Items {...props} items={items} /> : <p className={styles.none}>{empty}</p>}
    </div>
  );
}

function Items<Item>(props: SelectableProps<Item> & { items: readonly Item[] }) {
  const { label, items, idOf, nameOf, isReplaying, onReplay, render } = props;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const ids = items.map(idOf);
  const all = ids.slice(0, MAX_REPLAYED);
  // Items that were handled meanwhile are removed from the list and from the selection.
  const chosen = ids.filter((id) => marked.has(id)).slice(0, MAX_REPLAYED);
  const mark = (id: string, isMarked: boolean) => {
    const after = new Set(marked);
    if (isMarked) after.add(id);
    else after.delete(id);
    setMarked(after);
  };
  return (
    <>
      <div className={styles.bar}>
        <Checkbox
          checked={chosen.length === all.length}
          indeterminate={chosen.length > 0 && chosen.length < all.length}
          onChange={({ target }) => setMarked(new Set(target.checked ? all : []))}
        >
          Select all
        </Checkbox>
        <Button disabled={chosen.length === 0} loading={isReplaying} onClick={() => onReplay(chosen)}>
          {chosen.length === 0 ? 'Replay selected' : `Replay ${chosen.length} selected`}
        </Button>
      </div>
      <ul className={styles.failures} aria-label={label}>
        {items.map((item) => {
          const id = idOf(item);
          return (
            <li key={id}>
              <Checkbox
                aria-label={`Select ${nameOf(item)}`}
                checked={marked.has(id)}
                disabled={chosen.length === MAX_REPLAYED && !marked.has(id)}
                onChange={({ target }) => mark(id, target.checked)}
              />
              <div>{render(item)}</div>
              <Button
                size="small"
                aria-label={`Replay ${nameOf(item)}`}
                disabled={isReplaying}
                onClick={() => onReplay([id])}
              >
                Replay
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
