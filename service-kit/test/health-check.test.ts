import { describe, expect, it } from '@jest/globals';
import { promptCheck } from '../src/process/health-check.ts';

describe('a health check for a probe', () => {
  it('returns the last result while a new check takes longer than a probe waits, and runs one check at a time', async () => {
    const made: ((result: boolean) => void)[] = [];
    const check = promptCheck(() => new Promise((resolve) => made.push(resolve)));
    const first = check();
    made[0]?.(true);
    expect(await first).toBe(true);
    // Not before its wait has passed: nothing else can end these two.
    expect(await Promise.all([check(), check()])).toEqual([true, true]);
    expect(made).toHaveLength(2);
    made[1]?.(false);
    const third = check();
    made[2]?.(false);
    expect(await third).toBe(false);
    expect(await check()).toBe(false);
  });

  it('waits for the first result, because a slow start is not a failure', async () => {
    let end = (_result: boolean): void => {};
    const check = promptCheck(() => new Promise((resolve) => (end = resolve)));
    const first = check();
    // Longer than any later result is waited for.
    setTimeout(() => end(true), 1000);
    expect(await first).toBe(true);
  });

  it('returns false if the check throws', async () => {
    const check = promptCheck(() => Promise.reject(new Error('down')));
    expect(await check()).toBe(false);
  });
});
