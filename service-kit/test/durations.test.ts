import { expect, it } from '@jest/globals';
import { durationText } from '../src/durations.ts';

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
])('a wait of %i seconds is shown as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
