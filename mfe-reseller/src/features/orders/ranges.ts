export type Range = 'today' | '7' | '30' | '90';

export const RANGES: readonly { value: Range | 'all'; label: string }[] = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

/**
 * The start of a range as ISO text. Today starts at midnight in the reader's time zone. Other ranges count back from
 * the current hour, so that their query does not change every millisecond.
 */
export function startOf(range: Range | undefined, now = new Date()): string | undefined {
  if (range === undefined) return undefined;
  const start = new Date(now);
  if (range === 'today') start.setHours(0, 0, 0, 0);
  else {
    start.setMinutes(0, 0, 0);
    start.setTime(start.getTime() - Number(range) * 24 * 3600 * 1000);
  }
  return start.toISOString();
}
