import { useState } from 'react';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function relative(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? RELATIVE.format(Math.round(seconds / unit[1]), unit[0]) : 'just now';
}

/** How long ago it was when the page showed it, with the exact time on hover. */
export function Moment({ at }: { at: string }) {
  const [shownAt] = useState(() => Date.now());
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {relative(at, shownAt)}
    </time>
  );
}
