import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

/**
 * Runs `work` while only `jest.advanceTimersByTimeAsync` advances the page's own timers. Replies arrive over real
 * HTTP.
 */
export async function holdTimers(work: () => Promise<void>): Promise<void> {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
  try {
    await work();
  } finally {
    // Run React's pending tasks, because a lost one would block rendering in all following tests.
    await act(() => jest.runOnlyPendingTimersAsync());
    jest.useRealTimers();
  }
}
