import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isFreshSignIn, isWorthProlonging, sessionEnd, sessionLifetime } from '../src/sessions/lifetime.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 30);
const ago = (ms: number) => new Date(NOW - ms);

describe('a session', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('lasts at most twelve hours for staff and thirty days for everybody else', () => {
    expect(sessionLifetime('admin')).toBe(12 * HOUR_MS);
    expect(sessionLifetime('support')).toBe(12 * HOUR_MS);
    expect(sessionLifetime('reseller')).toBe(30 * DAY_MS);
    expect(sessionLifetime('other')).toBe(30 * DAY_MS);
  });

  it('ends seven days after its last use, but not after its lifetime', () => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    expect(sessionEnd(ago(0), 'reseller')).toEqual(ago(-7 * DAY_MS));
    expect(sessionEnd(ago(22 * DAY_MS), 'reseller')).toEqual(ago(-7 * DAY_MS));
    expect(sessionEnd(ago(29 * DAY_MS), 'reseller')).toEqual(ago(-1 * DAY_MS));
    expect(sessionEnd(ago(11 * HOUR_MS), 'admin')).toEqual(ago(-1 * HOUR_MS));
  });

  it('of an account that became staff later has already ended', () => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    expect(sessionEnd(ago(13 * HOUR_MS), 'support')).toEqual(ago(1 * HOUR_MS));
  });

  it('is prolonged when that moves its end by an hour or more', () => {
    const isProlonged = (ms: number) => isWorthProlonging({ expiresAt: ago(0) }, ago(-ms));
    expect(isProlonged(HOUR_MS)).toBe(true);
    expect(isProlonged(HOUR_MS - 1)).toBe(false);
    expect(isProlonged(-HOUR_MS)).toBe(false);
  });

  it('counts as a fresh sign-in for less than ten minutes', () => {
    expect(isFreshSignIn(ago(0), NOW)).toBe(true);
    expect(isFreshSignIn(ago(10 * MINUTE_MS - 1), NOW)).toBe(true);
    expect(isFreshSignIn(ago(10 * MINUTE_MS), NOW)).toBe(false);
  });
});
