import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { countInMemory } from '../src/counting/count-in-memory.ts';

beforeAll(() => {
  jest.useFakeTimers();
});
afterAll(() => {
  jest.useRealTimers();
});

it('allows the limit of calls in a window that begins with the first call', () => {
  const count = countInMemory({ points: 2, windowSeconds: 10 });
  jest.advanceTimersByTime(3000);
  expect([count('a'), count('a')]).toEqual([0, 0]);
  jest.advanceTimersByTime(4000);
  expect([count('a'), count('b')]).toEqual([6000, 0]);
  jest.advanceTimersByTime(5999);
  expect(count('a')).toBeCloseTo(1);
  jest.advanceTimersByTime(1);
  expect([count('a'), count('a'), count('a')]).toEqual([0, 0, 10_000]);
});

it('keeps every window until its end, whenever it began', () => {
  const count = countInMemory({ points: 1, windowSeconds: 10 });
  for (let second = 0; second < 60; second += 1) {
    const key = `caller ${second}`;
    expect(count(key)).toBe(0);
    jest.advanceTimersByTime(1000);
    for (let before = 0; before < 9; before += 1) {
      if (second - before >= 0) expect(count(`caller ${second - before}`)).toBeGreaterThan(0);
    }
  }
});

it('keeps between 10,000 and 20,000 windows for any number of callers', () => {
  const count = countInMemory({ points: 1, windowSeconds: 10 });
  count('first');
  for (let other = 1; other < 10_000; other += 1) count(`caller ${other}`);
  expect(count('first')).toBeGreaterThan(0);
  for (let other = 10_000; other < 19_999; other += 1) count(`caller ${other}`);
  expect(count('first')).toBeGreaterThan(0);
  for (let other = 19_999; other < 20_001; other += 1) count(`caller ${other}`);
  expect(count('first')).toBe(0);
});
