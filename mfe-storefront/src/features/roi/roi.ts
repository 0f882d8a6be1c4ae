import { formatWhole } from '@leadping/contracts/currency';

const DEFAULT_PROSPECTS = 20;
const DEFAULT_HOURLY_RATE = 75;
const MINUTES_SAVED = { low: 3, high: 5 } as const;
const WORKING_DAYS = 25;
/** Longer times are shown in hours. */
const MAX_MINUTES = 120;

export const USUAL_PRICE_DOLLARS = 79;

export const ROI_LIMITS = {
  prospects: { min: 1, max: 100, fallback: DEFAULT_PROSPECTS },
  hourlyRate: { min: 10, max: 500, fallback: DEFAULT_HOURLY_RATE },
} as const;

interface Range {
  low: number;
  high: number;
}

export interface Saving {
  minutesPerDay: Range;
  valuePerDay: Range;
  valuePerMonth: Range;
}

/**
 * The number in an input's text, or the fallback if the text is empty, not a number or not positive. The inputs'
 * bounds are only hints, so 5000 prospects count as 5000.
 */
export function readAmount(text: string, fallback: number): number {
  const amount = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(amount) && amount > 0 ? amount : fallback;
}

/** The value of not typing `prospects` profiles a day at an hourly rate, in the rate's currency. */
export function calculateSaving(prospects: number, hourlyRate: number): Saving {
  const low = prospects * MINUTES_SAVED.low;
  const high = prospects * MINUTES_SAVED.high;
  const worth = (minutes: number) => (minutes * hourlyRate) / 60;
  return {
    minutesPerDay: { low, high },
    valuePerDay: { low: worth(low), high: worth(high) },
    valuePerMonth: { low: worth(low) * WORKING_DAYS, high: worth(high) * WORKING_DAYS },
  };
}

/** The first working day on which the saved time is worth the price, by the low estimate. */
export function payOffDay(priceDollars: number, { valuePerDay }: Saving): string {
  return formatWhole(Math.max(1, Math.ceil(priceDollars / valuePerDay.low)));
}

/** `60 to 100 minutes`, `2.5 to 4.3 hours`. */
export function timeRange({ low, high }: Range): string {
  if (high <= MAX_MINUTES) return `${formatWhole(low)} to ${formatWhole(high)} minutes`;
  const inHours = (minutes: number) => (Math.round(minutes / 6) / 10).toLocaleString('en-US');
  return `${inHours(low)} to ${inHours(high)} hours`;
}
