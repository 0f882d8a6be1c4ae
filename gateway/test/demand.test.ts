import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Demand } from '../src/guards/demand.ts';

describe('the calls that come', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('are a surge at three times the usual, from thirty seconds after the start on, until it is usual', () => {
    const demand = new Demand();
    /** @returns of so many seconds at this rate, the share that was a surge. */
    const surged = (perSecond: number, seconds: number) => {
      let surges = 0;
      for (let call = 0; call < perSecond * seconds; call += 1) {
        now += 1000 / perSecond;
        if (demand.record()) surges += 1;
      }
      return surges / (perSecond * seconds);
    };
    expect(surged(500, 5)).toBe(0);
    expect(surged(50, 600)).toBe(0);
    expect(surged(120, 60)).toBe(0);
    expect(surged(400, 1)).toBeGreaterThan(0.2);
    expect(surged(400, 120)).toBe(1);
    expect(surged(60, 2)).toBeLessThan(0.5);
    expect(surged(60, 60)).toBe(0);
    // An hour of it is no surge any more.
    expect(surged(400, 3600)).toBeLessThan(0.5);
    expect(surged(400, 60)).toBe(0);
  });

  it('are no surge while they are so few that a process has time, however few are usual', () => {
    const quiet = new Demand();
    for (let call = 0; call < 100; call += 1) {
      now += 1000;
      quiet.record();
    }
    for (let call = 0; call < 200; call += 1) {
      now += 20;
      expect(quiet.record()).toBe(false);
    }
  });
});
