import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

/** Does `work` while a page's own timers go on by `jest.advanceTimersByTimeAsync` alone; replies come over real HTTP. */
export async function holdTimers(work: () => Promise<void>): Promise<void> {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
  try {
    await work();
  } finally {
    // A task that React has asked for and never gets keeps it from drawing in every test that follows.
    await act(() => jest.runOnlyPendingTimersAsync());
    jest.useRealTimers();
  }
}
