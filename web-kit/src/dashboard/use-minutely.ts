import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const readers = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

/** One shared timer for all texts that change by the minute. It stops when none is shown. */
function subscribe(read: () => void) {
  readers.add(read);
  clock ??= setInterval(() => readers.forEach((each) => each()), MINUTE_MS);
  return () => {
    readers.delete(read);
    if (readers.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

/**
 * A time-dependent text that is updated every minute. Otherwise `just now` would stay for hours, because a reply
 * without changes rerenders nothing. Components rerender only if the text changes.
 */
export function useMinutely(write: () => string): string {
  return useSyncExternalStore(subscribe, write);
}
