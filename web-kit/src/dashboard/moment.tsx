import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import { agoText, dayText, minuteText, secondText } from '../page/dates.ts';
import { useMinutely } from './use-minutely.ts';

/** The relative time, with the exact time and zone in the tooltip. */
export function Moment({ at }: { at: string }) {
  const ago = useMinutely(() => agoText(at));
  return (
    <Tooltip text={secondText(at)}>
      <time dateTime={at}>{ago}</time>
    </Tooltip>
  );
}

/** The day, with the time and zone in the tooltip. */
export function Day({ at }: { at: string }) {
  return (
    <Tooltip text={minuteText(at)}>
      <time dateTime={at}>{dayText(at)}</time>
    </Tooltip>
  );
}
