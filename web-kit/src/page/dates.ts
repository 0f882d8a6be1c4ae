/** Creating a formatter is slower than rendering a page of rows, so each is created once, on first use. */
function formatter(options: Intl.DateTimeFormatOptions): (at: string | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => (format ??= new Intl.DateTimeFormat(undefined, options)).format(new Date(at));
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MINUTE = { ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** `Nov 22, 2026`, in the reader's language and time zone, like all formats below. */
export const dayText = formatter(DAY);
/** `Nov 22, 2026, 5:04 PM GMT+1`, with its time zone. */
export const minuteText = formatter(MINUTE);
/** `Nov 22, 2026, 5:04:09 PM GMT+1` */
export const secondText = formatter({ ...MINUTE, second: '2-digit' });
/** `05:04 PM` */
export const clockText = formatter({ hour: '2-digit', minute: '2-digit' });
/** `Nov 22`, for a day that a reply gives as its start in UTC. The day is the same in every time zone. */
export const namedDayText = formatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
/** `Nov 22, 2026`, for such a day. */
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
