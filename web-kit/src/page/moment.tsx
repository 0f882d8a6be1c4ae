import { secondText } from './dates.ts';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago, with the exact time and its zone on hover. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={secondText(at)}>
      {agoText(Date.parse(at))}
    </time>
  );
}

function agoText(at: number): string {
  const seconds = (at - Date.now()) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? RELATIVE.format(Math.round(seconds / unit[1]), unit[0]) : 'just now';
}
