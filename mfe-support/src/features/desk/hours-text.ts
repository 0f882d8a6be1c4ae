const HOUR_MS = 3_600_000;

/** How many full hours have passed since a ticket last changed. */
export function hoursText(updatedAt: string, now = Date.now()): string {
  const hours = Math.floor((now - Date.parse(updatedAt)) / HOUR_MS);
  if (hours < 1) return 'Less than an hour since last update';
  return `${hours.toLocaleString('en')} ${hours === 1 ? 'hour' : 'hours'} since last update`;
}
