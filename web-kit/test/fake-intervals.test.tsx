import { afterEach, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';

afterEach(() => {
  jest.useRealTimers();
});

it('waitFor ends once its condition is met while intervals are faked, even if the page does not change', async () => {
  const unfaked = setInterval;
  fakeIntervals();
  const ticks: string[] = [];
  setInterval(() => ticks.push('tick'), 1000);
  setTimeout(() => ticks.push('timeout'), 10);
  await waitFor(() => expect(ticks).toEqual(['timeout']), { timeout: 5000 });
  await jest.advanceTimersByTimeAsync(2000);
  expect(ticks).toEqual(['timeout', 'tick', 'tick']);
  jest.useRealTimers();
  expect(setInterval).toBe(unfaked);
});
