import { describe, expect, it } from '@jest/globals';
import { mayBeInTime, periodEnd } from '../src/withdrawals/withdrawal-period.ts';

const iso = (ms: number) => new Date(ms).toISOString();

describe('the period of a withdrawal', () => {
  it.each([
    // November 10 everywhere but in the far west. Day 14 is Tuesday, November 24.
    ['2026-11-10T09:00:00Z', 14, '2026-11-25T12:00:00.000Z'],
    ['2026-11-10T09:59:59Z', 14, '2026-11-25T12:00:00.000Z'],
    // Half past midnight on November 11 in Berlin, so day 14 there is November 25.
    ['2026-11-10T23:30:00Z', 14, '2026-11-26T12:00:00.000Z'],
    // Day 14 is a Saturday, then a Sunday: both end with Monday.
    ['2026-11-07T09:00:00Z', 14, '2026-11-24T12:00:00.000Z'],
    ['2026-11-08T09:00:00Z', 14, '2026-11-24T12:00:00.000Z'],
    ['2026-11-06T09:00:00Z', 14, '2026-11-21T12:00:00.000Z'],
    // The last day of a guarantee of 60 days is a Saturday.
    ['2026-11-10T09:00:00Z', 60, '2027-01-12T12:00:00.000Z'],
  ])('of a purchase at %s for %i days ends at %s', (soldAt, days, end) => {
    expect(iso(periodEnd(new Date(soldAt), days))).toBe(end);
  });

  it.each([-12, -8, -3, 0, 1, 2, 5.5, 9, 14])(
    'never ends before the last day ends in a time zone of UTC%f, whatever the time of purchase',
    (zone) => {
      const [hour, day] = [3_600_000, 24 * 3_600_000];
      for (let at = Date.parse('2026-11-01T00:15:00Z'); at < Date.parse('2026-11-15'); at += hour / 2) {
        const localDay = Math.floor((at + zone * hour) / day) + 14;
        const weekday = new Date(localDay * day).getUTCDay();
        const moved = localDay + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
        expect(periodEnd(new Date(at), 14)).toBeGreaterThanOrEqual((moved + 1) * day - zone * hour);
      }
    },
  );

  it('may have been extended by holidays for four days', () => {
    const end = Date.parse('2026-04-04T12:00:00Z');
    expect(mayBeInTime(new Date('2026-04-08T11:59:59Z'), end)).toBe(true);
    expect(mayBeInTime(new Date('2026-04-08T12:00:00Z'), end)).toBe(false);
  });
});
