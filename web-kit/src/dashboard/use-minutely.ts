import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const readers = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

/** One clock for everything that is written by the minute, and none while nothing is. */
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
 * A text that depends on the time, written anew each minute: a reply that brings nothing new draws nothing again,
 * and `just now` would stay for hours. Who shows the text is drawn again only when it says something else.
 */
export function useMinutely(write: () => string): string {
  return useSyncExternalStore(subscribe, write);
}
