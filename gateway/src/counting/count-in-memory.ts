import type { RateLimit } from '@leadping/contracts/route';

/** Counts one call of the key. @returns milliseconds to wait if the limit is exceeded, else 0. */
type Count = (key: string) => number;

/**
 * If more new keys than this arrive in a window, the maps rotate early, so that many networks cannot fill the memory.
 */
const MAX_KEYS = 10_000;

interface Window {
  calls: number;
  endsAt: number;
}

/**
 * Counts in windows that begin with a key's first call. Two maps take turns, so that expired windows are dropped all
 * at once: a timer for each key costs more than the count. The windows of the latest 10,000 keys are never dropped
 * early.
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
