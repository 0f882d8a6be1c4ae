import { jest } from '@jest/globals';

/** A page's intervals go on by `jest.advanceTimersByTimeAsync` alone; everything else runs by the clock, as replies come over real HTTP. */
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
