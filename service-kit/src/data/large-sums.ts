import { LRUCache } from 'lru-cache';

export const LARGE_SUMS = {
  /** From this number of rows on, summing takes too long to repeat it for each caller. */
  largeRows: 20_000,
  ttlMs: 30_000,
};
const MAX_ENTRIES = 500;

/**
 * Caches sums of many rows for half a minute in this process. Sums of few rows are not cached, so that a small shop
 * sees each change at once.
 * @param rowsIn returns the number of rows in a sum
 * @returns calls `make` unless a sum for the same `query` is cached
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
