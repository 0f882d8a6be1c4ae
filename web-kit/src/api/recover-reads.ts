import type { QueryClient } from '@leadping/web-kit/query';
import { isUnavailable } from './api-error.ts';

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 30_000;

type Read = ReturnType<ReturnType<QueryClient['getQueryCache']>['getAll']>[number];

/** Exponential backoff with jitter, so that visitors do not return all at once. */
const waitAfter = (attempts: number) =>
  Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (0.8 + Math.random() * 0.4);

/**
 * Retries the visible reads that failed because a service did not reply. It retries with backoff until they
 * succeed or are no longer shown, and immediately when the browser is online again. The page shows the failure
 * until then. Polling reads recover by themselves.
 * @returns a function that stops the retries
 */
export function recoverReads(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  const waiting = new Map<string, { timer?: ReturnType<typeof setTimeout>; attempts: number }>();

  const isLost = (read: Read) =>
    isUnavailable(read.state.error) &&
    read.isActive() &&
    !read.observers.some(({ options: { refetchInterval } }) =>
      typeof refetchInterval === 'function' ? refetchInterval(read) : refetchInterval,
    );

  const forget = ({ queryHash }: Read) => {
    clearTimeout(waiting.get(queryHash)?.timer);
    waiting.delete(queryHash);
  };

  const attempt = async (read: Read) => {
    const { queryKey, queryHash } = read;
    const entry = waiting.get(queryHash);
    if (!entry) return;
    entry.timer = undefined;
    if (!isLost(read)) return forget(read);
    entry.attempts += 1;
    if (document.hidden || read.state.fetchStatus !== 'idle') return wait(read);
    try {
      // Runs outside of the read's own state, so that the page does not flicker during retries.
      const { queryFn } = queryClient.defaultQueryOptions({ ...read.options, queryKey });
      if (typeof queryFn !== 'function') return forget(read);
      const signal = new AbortController().signal;
      const data: unknown = await queryFn({ client: queryClient, queryKey, signal, meta: read.meta });
      if (isLost(read)) queryClient.setQueryData(queryKey, data);
      forget(read);
    } catch (error) {
      if (isUnavailable(error)) return wait(read);
      forget(read);
      void queryClient.refetchQueries({ queryKey, exact: true });
    }
  };

  const wait = (read: Read) => {
    const entry = waiting.get(read.queryHash) ?? { attempts: 0 };
    if (entry.timer !== undefined) return;
    waiting.set(read.queryHash, entry);
    entry.timer = setTimeout(() => void attempt(read), waitAfter(entry.attempts));
  };

  const watch = (read: Read) => {
    if (read.state.status === 'success') forget(read);
    else if (!waiting.has(read.queryHash) && isLost(read)) wait(read);
  };
  const attemptAll = () => {
    for (const [queryHash, entry] of waiting) {
      const read = cache.get(queryHash);
      if (!read || entry.timer === undefined) continue;
      clearTimeout(entry.timer);
      entry.attempts = 0;
      void attempt(read);
    }
  };
  addEventListener('online', attemptAll);
  cache.getAll().forEach(watch);
  const unsubscribe = cache.subscribe(({ type, query }) =>
    type === 'removed' ? forget(query) : watch(query),
  );
  return () => {
    unsubscribe();
    removeEventListener('online', attemptAll);
    for (const { timer } of waiting.values()) clearTimeout(timer);
    waiting.clear();
  };
}
