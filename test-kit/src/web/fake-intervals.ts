import { jest } from '@jest/globals';

/**
 * Fakes only intervals, which `jest.advanceTimersByTimeAsync` advances. Everything else uses the real clock,
 * because replies arrive over real HTTP.
 */
export const fakeIntervals = () =>
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'clearImmediate',
      'queueMicrotask',
      'nextTick',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
