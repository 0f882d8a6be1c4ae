import type { Reply, Callable } from '@leadping/web-kit/api/call';
import { hasStatus } from '@leadping/web-kit/api/api-error';
import { reading } from '@leadping/web-kit/api/hooks';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { useDelayed } from '@leadping/web-kit/dashboard/use-delayed.ts';
import { useQuery } from '@leadping/web-kit/query';
import { useSessionEnd } from '@leadping/web-kit/session/use-session-end';
import { Skeleton } from '@leadping/web-kit/ui/core';
import { type ReactNode, useId } from 'react';
import styles from './customer.module.css';

/** A service that did not reply is asked again by itself. */
const RETRY_MS = 10_000;
/** Maximum number of entries that the services return. */
const FULL = 20;

interface PartProps<T extends Callable, Item> {
  title: string;
  /** `No orders for this address.` */
  empty: string;
  ticketId: string;
  read: T;
  show: (item: Item) => { key: string; content: ReactNode };
}

/** One list of the customer: it loads, fails and recovers apart from the others. */
export function Part<T extends Callable, Item extends (Reply<T> extends (infer I)[] ? I : never)>({
  title,
  empty,
  ticketId,
  read,
  show,
}: PartProps<T, Item>) {
  const id = useId();
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(read as Callable, { params: { id: ticketId } } as never),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.error && !hasStatus(state.error, 401) ? RETRY_MS : false),
  });
  const items = data as Item[] | undefined;
  const isLate = useDelayed(!data && !error);
  useSessionEnd(error);
  return (
    <section className={styles.part} aria-labelledby={id} aria-busy={!data && !error}>
      <h3 id={id}>
        {title}
        {items && items.length > 0 && <span>{items.length === FULL ? `${FULL}+` : items.length}</span>}
      </h3>
      {error && !data && (
        <LoadError
          title={`We couldn't load the ${title.toLowerCase()}`}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isLate && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {items?.length === 0 && <p className={styles.none}>{empty}</p>}
      {items && items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => {
            const { key, content } = show(item);
            return <li key={key}>{content}</li>;
          })}
        </ul>
      )}
    </section>
  );
}
