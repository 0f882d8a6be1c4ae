import { describe, expect, it } from '@jest/globals';
import { cacheLargeSums } from '@leadping/service-kit/data/large-sums';

const limits = { largeRows: 3, ttlMs: 3_600_000 };

function counting() {
  let rows = 0;
  let made = 0;
  const cached = cacheLargeSums((sum: { rows: number }) => sum.rows, limits);
  return {
    sell: (count: number) => (rows += count),
    made: () => made,
    sumOf: (query: object) =>
      cached(query, () => {
        made += 1;
        return Promise.resolve({ rows });
      }),
  };
}

describe('sums of many rows', () => {
  it('are calculated for each call while the rows are few', async () => {
    const shop = counting();
    shop.sell(2);
    expect(await shop.sumOf({ from: 'may' })).toEqual({ rows: 2 });
    shop.sell(1);
    expect(await shop.sumOf({ from: 'may' })).toEqual({ rows: 3 });
  });

  it('are cached for each query separately once the rows are many', async () => {
    const shop = counting();
    shop.sell(3);
    await shop.sumOf({ from: 'may' });
    shop.sell(1);
    expect(await shop.sumOf({ from: 'may' })).toEqual({ rows: 3 });
    expect(await shop.sumOf({ from: 'june' })).toEqual({ rows: 4 });
    expect(shop.made()).toBe(2);
  });

  it('are calculated again when the cached result has expired', async () => {
    let made = 0;
    const cached = cacheLargeSums((rows: number) => rows, { largeRows: 1, ttlMs: 1 });
    const sum = () => cached({}, () => Promise.resolve((made += 1)));
    const first = await sum();
    for (let tries = 0; tries < 1000 && (await sum()) === first; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await sum()).toBeGreaterThan(first);
  });

  it('are not cached if the calculation fails', async () => {
    const cached = cacheLargeSums(() => 10, limits);
    await expect(cached({}, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await cached({}, () => Promise.resolve(7))).toBe(7);
  });
});
