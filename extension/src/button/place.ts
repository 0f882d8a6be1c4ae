import { findLinksTo } from '../capture/profile-address.ts';
import { queryAll } from '../capture/query-all.ts';
import { now } from '../now.ts';

/** Removals by the page within `REMOVALS_WITHIN_MS` after which the button moves to the corner. */
const MAX_REMOVALS = 15;
const REMOVALS_WITHIN_MS = 10_000;

export type Place = 'name' | 'corner' | 'dialog';

export interface Placeable {
  host: HTMLElement;
  setPlace: (place: Place) => void;
  /** The button's position in the window. The host itself has no box. */
  measure: () => DOMRect;
}

/** Puts the button into its place, and again after the page rerendered or removed it. */
export function placer({
  host,
  setPlace,
  measure,
}: Placeable): (beside: Element | null, dialog: Element | null) => Place {
  let placed: { place: Place; beside: Element | null } | undefined;
  let removedAt: number[] = [];

  return (beside, dialog) => {
    const readAt = now();
    removedAt = removedAt.filter((time) => time > readAt - REMOVALS_WITHIN_MS);
    if (placed?.place === 'name' && placed.beside === beside && !dialog && !host.isConnected)
      removedAt.push(readAt);
    const place = dialog ? 'dialog' : beside && removedAt.length < MAX_REMOVALS ? 'name' : 'corner';
    if (placed?.place === place && host.isConnected && (place === 'corner' || placed.beside === beside))
      return place;
    placed = { place, beside };
    setPlace(place);
    if (dialog) putInto(dialog);
    // Inside a link, a press would follow the link.
    else if (beside && place === 'name') (beside.closest('a,button') ?? beside).after(host);
    else document.documentElement.append(host);
    return place;
  };

  /**
   * Appends the button to the dialog, or to the corner of the window if that end is out of sight. The corner
   * is above the dialog's backdrop too.
   */
  function putInto(dialog: Element): void {
    dialog.append(host);
    const { height, bottom } = measure();
    if (height === 0 || bottom > Math.min(innerHeight, dialog.getBoundingClientRect().bottom + 1))
      setPlace('corner');
  }
}

/** Whether the page shows a wall before the profile, such as a sign-in form or a captcha. */
export function isWall(slug: string): boolean {
  if (findLinksTo(document, slug).length > 0) return false;
  const isOutside = (element: Element) => element.closest('header,nav,footer,aside,[role=search]');
  return queryAll(document, 'form,iframe').some((element) => !isOutside(element));
}
