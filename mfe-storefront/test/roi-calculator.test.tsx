import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { calculateSaving, payOffDay, readAmount, ROI_LIMITS, timeRange } from '../src/features/roi/roi.ts';
import { RoiCalculator } from '../src/features/roi/roi-calculator.tsx';
import { openPart } from './open-page.tsx';

const prospects = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Prospects a day' });
const hourlyRate = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: /hourly rate/i });
const result = () => screen.getByRole('status', { name: 'What you save' }).textContent;
const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });

describe('the value of a saving', () => {
  it('is based on 3 to 5 minutes per prospect [P2.77]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (count) => {
        expect(calculateSaving(count, 75).minutesPerDay).toEqual({ low: count * 3, high: count * 5 });
      }),
    );
  });

  it.each([
    [20, 75, 75, 125],
    [1, 10, 0.5, 10 / 12],
    [100, 500, 2500, 500 * (500 / 60)],
    [40, 60, 120, 200],
  ])('is for %d prospects at %d an hour between %d and %d a day [P2.78]', (count, rate, low, high) => {
    const { valuePerDay } = calculateSaving(count, rate);
    expect(valuePerDay.low).toBeCloseTo(low, 8);
    expect(valuePerDay.high).toBeCloseTo(high, 8);
  });

  it('assumes 25 working days per month [P2.79]', () => {
    expect(calculateSaving(20, 75).valuePerMonth).toEqual({ low: 1875, high: 3125 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 10, max: 500 }), (count, rate) => {
        const { valuePerDay, valuePerMonth } = calculateSaving(count, rate);
        expect(valuePerMonth.low).toBeCloseTo(valuePerDay.low * 25, 6);
        expect(valuePerMonth.high).toBeCloseTo(valuePerDay.high * 25, 6);
      }),
    );
  });

  it.each(['', ' ', 'abc', '1e', '--5', '0', '-3', 'NaN', 'Infinity'])(
    'uses the default for the input %j',
    (text) => {
      expect(readAmount(text, 20)).toBe(20);
    },
  );

  it('accepts any positive number, even outside the bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (amount) => {
        expect(readAmount(String(amount), 20)).toBe(amount);
      }),
    );
  });
});

describe('the text of a saving', () => {
  it('uses minutes up to 120, then hours', () => {
    expect(timeRange({ low: 72, high: 120 })).toBe('72 to 120 minutes');
    expect(timeRange({ low: 75, high: 125 })).toBe('1.3 to 2.1 hours');
  });

  it.each([
    [79, 20, 75, '2'],
    [79, 100, 500, '1'],
    [75, 20, 75, '1'],
    [1149, 1, 10, '2,298'],
  ])(
    'states for a price of %d with %d prospects and %d an hour that it pays off on day %s',
    (price, count, rate, day) => {
      expect(payOffDay(price, calculateSaving(count, rate))).toBe(day);
    },
  );
});

describe('the ROI calculator', () => {
  it('ends with the day on which the product pays for itself, and a button', async () => {
    await openPart(<RoiCalculator />);
    expect(result()).toMatch(/pays for itself on day 2\./);
    type(hourlyRate(), '10');
    expect(result()).toMatch(/pays for itself on day 8\./);
    expect(screen.getByRole('button', { name: 'Get my lifetime license' })).toBeTruthy();
  });

  it('requests daily prospects, a number from 1 to 100 [P2.72]', async () => {
    await openPart(<RoiCalculator />);
    expect(prospects()).toMatchObject({ type: 'number', min: '1', max: '100', value: '20' });
  });

  it('requests an hourly rate, a number from 10 to 500 [P2.74]', async () => {
    await openPart(<RoiCalculator />);
    expect(hourlyRate()).toMatchObject({ type: 'number', min: '10', max: '500', value: '75' });
  });

  it('shows the low and the high figure of a day and of a month [P2.78] [P2.79]', async () => {
    await openPart(<RoiCalculator />);
    expect(result()).toMatch(/\$1,875 to \$3,125/);
    expect(result()).toMatch(/\$75 to \$125/);
    expect(result()).toMatch(/60 to 100 minutes/);
  });

  it('uses 20 for an empty number of prospects [P2.73]', async () => {
    await openPart(<RoiCalculator />);
    type(prospects(), '40');
    expect(result()).toMatch(/\$3,750 to \$6,250/);
    type(prospects(), '');
    expect(result()).toMatch(/\$1,875 to \$3,125/);
    expect(ROI_LIMITS.prospects.fallback).toBe(20);
  });

  it('uses 75 for an empty hourly rate [P2.75]', async () => {
    await openPart(<RoiCalculator />);
    type(hourlyRate(), '150');
    expect(result()).toMatch(/\$3,750 to \$6,250/);
    type(hourlyRate(), '');
    expect(result()).toMatch(/\$1,875 to \$3,125/);
    expect(ROI_LIMITS.hourlyRate.fallback).toBe(75);
  });

  it('calculates with a value outside the bounds without a message [P2.76]', async () => {
    await openPart(<RoiCalculator />);
    type(prospects(), '200');
    type(hourlyRate(), '5');
    expect(result()).toMatch(/10 to 16\.7 hours/);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(prospects().closest('form')).toBeNull();
  });
});
