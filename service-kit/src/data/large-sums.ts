import { LRUCache } from 'lru-cache';

export const LARGE_SUMS = {
  /** From so many rows on, adding them up takes longer than anybody should wait each time. */
  largeRows: 20_000,
  ttlMs: 30_000,
};
const MAX_ENTRIES = 500;

/**
 * Caches sums of many rows for half a minute, in this process; those of few are made anew each time, so that a small shop sees
 * each change at once.
 * @param rowsIn how many rows a sum was made of
 * @returns calls `make` unless what it made for the same `query` a moment ago is kept
 */
export function cacheLargeSums<Sum>(
  rowsIn: (sum: Sum) => number,
  { largeRows, ttlMs }: typeof LARGE_SUMS = LARGE_SUMS,
): (query: object, make: () => Promise<Sum>) => Promise<Sum> {
  const cache = new LRUCache<string, { sum: Sum }>({ max: MAX_ENTRIES, ttl: ttlMs });
  return async (query, make) => {
    const key = JSON.stringify(query);
    const known = cache.get(key);
    if (known) return known.sum;
    const sum = await make();
    if (rowsIn(sum) >= largeRows) cache.set(key, { sum });
    return sum;
  };
}
