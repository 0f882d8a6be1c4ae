import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import { agoText, dayText, minuteText, secondText } from '../page/dates.ts';
import { useMinutely } from './use-minutely.ts';

/** How long ago, with the exact time and its zone in the tooltip. */
export function Moment({ at }: { at: string }) {
  const ago = useMinutely(() => agoText(at));
  return (
    <Tooltip text={secondText(at)}>
      <time dateTime={at}>{ago}</time>
    </Tooltip>
  );
}

/** On which day, with the time and its zone in the tooltip. */
export function Day({ at }: { at: string }) {
  return (
    <Tooltip text={minuteText(at)}>
      <time dateTime={at}>{dayText(at)}</time>
    </Tooltip>
  );
}
