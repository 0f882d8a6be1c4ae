import type { RateLimit } from '@leadping/contracts/route';

/** Counts one call of the key. @returns milliseconds to wait where it is one too many, else 0. */
type Count = (key: string) => number;

/** Past so many keys that have begun since the last turn the next turn comes early: who calls from countless networks fills no memory. */
const MAX_KEYS = 10_000;

interface Window {
  calls: number;
  endsAt: number;
}

/**
 * Counts in windows that begin with a key's first call. They stand in two maps that take turns, so that those that are
 * over go all at once: a timer for each key costs more than the count. Of the last 10,000 keys none is forgotten before its window ends.
 */
export function countInMemory({ points, windowSeconds }: RateLimit): Count {
  const lengthMs = windowSeconds * 1000;
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();
  let turnAt = 0;
  return (key) => {
    const at = performance.now();
    if (at >= turnAt || recent.size >= MAX_KEYS) {
      older = recent;
      recent = new Map();
      turnAt = at + lengthMs;
    }
    let window = recent.get(key) ?? older.get(key);
    if (!window || window.endsAt <= at) {
      window = { calls: 0, endsAt: at + lengthMs };
      recent.set(key, window);
    }
    window.calls += 1;
    return window.calls > points ? window.endsAt - at : 0;
  };
}
