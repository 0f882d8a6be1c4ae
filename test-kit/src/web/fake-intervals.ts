import { jest } from '@jest/globals';

/** A wait of Testing Library polls its condition this often, and must go on while intervals are faked. */
const POLLING_MS = 50;

/**
 * Fakes only intervals, which `jest.advanceTimersByTimeAsync` advances. Everything else uses the real clock,
 * because replies arrive over real HTTP.
 */
export function fakeIntervals() {
  const real = { set: globalThis.setInterval, clear: globalThis.clearInterval };
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
  const fake = { set: globalThis.setInterval, clear: globalThis.clearInterval };
  const polling = new Set<unknown>();
  const set = (callback: () => void, ms?: number) => {
    if (ms !== POLLING_MS) return fake.set(callback, ms);
    const id = real.set(callback, ms);
    polling.add(id);
    return id;
  };
  globalThis.setInterval = set as typeof setInterval;
  globalThis.clearInterval = (id) => (polling.delete(id) ? real.clear(id) : fake.clear(id));
}
