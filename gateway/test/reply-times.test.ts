import { describe, expect, it } from '@jest/globals';
import { ReplyTimes } from '../src/proxy/reply-times.ts';

describe('the time of replies', () => {
  const timesOf = (...all: [count: number, ms: number, isBusy: boolean][]) => {
    const times = new ReplyTimes();
    for (const [count, ms, isBusy] of all)
      for (let call = 0; call < count; call += 1) times.record(ms, isBusy);
    return times;
  };

  it('is slow at many times the usual, and no more when calls are quick again', () => {
    expect(timesOf([100, 5, false]).isSlow(100)).toBe(false);
    expect(timesOf([100, 5, false], [100, 40, true]).isSlow(100)).toBe(false);
    const slow = timesOf([100, 5, false], [100, 200, true]);
    expect(slow.isSlow(100)).toBe(true);
    for (let call = 0; call < 100; call += 1) slow.record(5, true);
    expect(slow.isSlow(100)).toBe(false);
  });

  it('is not slow for a frozen service among others, nor where every call has always taken long', () => {
    const times = timesOf([100, 5, false]);
    for (let call = 0; call < 300; call += 1) times.record(call % 3 === 0 ? 5000 : 5, true);
    expect(times.isSlow(100)).toBe(false);
    expect(timesOf([500, 120, false]).isSlow(100)).toBe(false);
  });

  it('has another usual time once calls have taken longer for good without a flood', () => {
    const times = timesOf([100, 5, false], [100, 200, false]);
    expect(times.isSlow(100)).toBe(true);
    for (let call = 0; call < 5000; call += 1) times.record(200, false);
    expect(times.isSlow(100)).toBe(false);
  });
});
