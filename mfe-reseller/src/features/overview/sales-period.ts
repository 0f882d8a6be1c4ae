export type Period = '30' | '90' | '365';

export const PERIODS: readonly { value: Period; label: string }[] = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 12 months' },
];

const INTERVALS = { '30': 'day', '90': 'week', '365': 'month' } as const;

/** `2026-11-22`, the day that it is for the reader. */
function dayText(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** Whole days in the reader's time zone, today the last one. */
export function salesQuery(period: Period, now = new Date()) {
  const first = new Date(now);
  first.setDate(first.getDate() - Number(period) + 1);
  return {
    from: dayText(first),
    to: dayText(now),
    interval: INTERVALS[period],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
  };
}
