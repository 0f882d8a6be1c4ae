import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { onceAMinute } from '../src/telemetry/once-a-minute.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('reports the first item at once and the number of further ones after a minute, with the latest of them', () => {
  const said: [string, number][] = [];
  const say = onceAMinute<string>((latest, count) => said.push([latest, count]));
  say('first');
  say('second');
  jest.advanceTimersByTime(59_000);
  say('third');
  expect(said).toEqual([['first', 1]]);
  jest.advanceTimersByTime(1000);
  say('fourth');
  expect(said).toEqual([
    ['first', 1],
    ['fourth', 3],
  ]);
});
