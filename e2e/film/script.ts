import type { Place, Take } from './act.ts';
import { CUTS } from './captions.ts';
import { BAR, FRAME, type Moment } from './stage.ts';

const PROFILE = 'linkedin.com/in/maya-lindqvist';
const FADE = 0.3;
/** Position of the extension's icon in the bar, and of the popup below it. */
const ICON = { x: 934, y: 24 };
const POPUP = { x: FRAME.width - 372, y: BAR + 2 };
const POPUP_OPENS = CUTS.toolbar + 2.6;

type Point = readonly [x: number, y: number];

/** The film as a function of time. */
export function momentAt(seconds: number, take: Take): Moment {
  if (seconds < CUTS.received) return profile(seconds, take);
  const next = (picture: string, cut: number) =>
    seconds < cut + FADE ? { next: { picture, opacity: part(seconds, cut, FADE) } } : {};
  const shown = (before: string, picture: string, cut: number) => (seconds < cut + FADE ? before : picture);
  const last = take.afterPress.at(-1)?.picture ?? 'rest';
  if (seconds < CUTS.toolbar)
    return {
      address: 'hooks.example.com/requests',
      picture: shown(last, 'received', CUTS.received),
      ...next('received', CUTS.received),
    };
  if (seconds < CUTS.history) {
    const opacity = part(seconds, POPUP_OPENS, 0.2);
    return {
      address: PROFILE,
      picture: shown('received', 'rest', CUTS.toolbar),
      ...next('rest', CUTS.toolbar),
      ...(opacity > 0 && { popup: { picture: 'popup', opacity } }),
      cursor: toolbarCursor(seconds, take.historyLink),
    };
  }
  return {
    address: 'Leadping: settings and history',
    picture: shown('rest', 'history', CUTS.history),
    ...next('history', CUTS.history),
  };
}

function profile(seconds: number, { afterPress, button }: Take): Moment {
  const target: Point = [button.x + button.width * 0.6, BAR + button.y + button.height * 0.55];
  const [x, y] = between([840, 500], target, part(seconds, 1.8, 2));
  const isOver =
    x > button.x && x < button.x + button.width && y > BAR + button.y && y < BAR + button.y + button.height;
  const taken = afterPress.filter((one) => CUTS.press + one.seconds <= seconds).at(-1);
  const isPressed = seconds >= CUTS.press - 0.1 && seconds < CUTS.press + 0.1;
  return {
    address: PROFILE,
    picture: taken?.picture ?? (isOver ? 'hover' : 'rest'),
    cursor: { x, y, isPressed },
  };
}

function toolbarCursor(seconds: number, link: Place): NonNullable<Moment['cursor']> {
  const history: Point = [POPUP.x + link.x + link.width / 2, POPUP.y + link.y + link.height / 2];
  const toIcon = between([600, 420], [ICON.x, ICON.y], part(seconds, CUTS.toolbar + 0.7, 1.5));
  const leaves = CUTS.history - 2;
  const [x, y] = seconds < leaves ? toIcon : between([ICON.x, ICON.y], history, part(seconds, leaves, 1));
  const isPressed = [POPUP_OPENS, CUTS.history - 0.4].some((at) => Math.abs(seconds - at) < 0.1);
  return { x, y, isPressed };
}

const part = (time: number, from: number, length: number) => Math.min(1, Math.max(0, (time - from) / length));

/** Eases in and out in whole pixels, so that identical frames are equal. */
function between([fromX, fromY]: Point, [toX, toY]: Point, share: number): Point {
  const eased = share * share * (3 - 2 * share);
  return [Math.round(fromX + (toX - fromX) * eased), Math.round(fromY + (toY - fromY) * eased)];
}
