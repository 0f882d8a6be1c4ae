/** A formatter takes longer to make than a page of rows to draw: each is made once, when it is first used. */
function formatter(options: Intl.DateTimeFormatOptions): (at: string | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => (format ??= new Intl.DateTimeFormat(undefined, options)).format(new Date(at));
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MINUTE = { ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** `Nov 22, 2026`, in the reader's language and time zone, as all below. */
export const dayText = formatter(DAY);
/** `Nov 22, 2026, 5:04 PM GMT+1`: with the zone that it is in. */
export const minuteText = formatter(MINUTE);
/** `Nov 22, 2026, 5:04:09 PM GMT+1` */
export const secondText = formatter({ ...MINUTE, second: '2-digit' });
/** `05:04 PM` */
export const clockText = formatter({ hour: '2-digit', minute: '2-digit' });
/** `Nov 22`, of a day that a reply names by its first moment in UTC: the same day wherever it is read. */
export const namedDayText = formatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
/** `Nov 22, 2026`, of the same. */
export const namedDateText = formatter({ ...DAY, timeZone: 'UTC' });

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `5 minutes ago`, `yesterday`, `just now` */
export function agoText(at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? RELATIVE.format(Math.round(seconds / unit[1]), unit[0]) : 'just now';
}
