import { useNavigate } from '@leadping/web-kit/router';

/** A way of leaving that changes more than the page's address. */
export interface Departure {
  kind: 'sign-out';
  go: () => void;
}

/** The destination: one of our paths, a number of history steps, or a departure. */
export type Destination = string | number | Departure;

/** A DOM event, because the leaving code and the guards may come from different remotes that share no module. */
const LEAVING = 'leadping:leaving';
/**
 * A separate event for departures, because guards of older releases take the payload of the first one for a path.
 */
const DEPARTING = 'leadping:departing';

/** Goes to a path, and lets the page ask first if it has unsaved changes. */
export function useLeave(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => {
    const isFree = dispatchEvent(new CustomEvent(LEAVING, { detail: to, cancelable: true }));
    if (isFree) void navigate(to);
  };
}

export function depart(departure: Departure): void {
  const isFree = dispatchEvent(new CustomEvent(DEPARTING, { detail: departure, cancelable: true }));
  if (isFree) departure.go();
}

type Ask = (destination: Destination) => void;

/** The forms on the page with unsaved changes. The newest one asks for all. */
const asking: Ask[] = [];
let endGuard: (() => void) | undefined;

/**
 * Registers a form with the shared guard. Two separate guards would each block history steps that the other
 * allowed.
 */
export function askBeforeLeaving(ask: Ask): () => void {
  asking.push(ask);
  endGuard ??= guard((destination) => {
    // The menu and the palette are in the browser's top layer and would hide the question.
    for (const layer of document.querySelectorAll('dialog')) layer.close();
    asking.at(-1)?.(destination);
  });
  return () => {
    asking.splice(asking.indexOf(ask), 1);
    if (asking.length > 0) return;
    endGuard?.();
    endGuard = undefined;
  };
}

/** True during a history step that we made or the user confirmed. */
let isStepAllowed = false;

export function leaveBy(steps: number): void {
  isStepAllowed = true;
  history.go(steps);
}

/** The router numbers its history entries. */
const positionOf = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0;

function guard(onLeave: Ask): () => void {
  const here = positionOf(history.state);
  const path = location.pathname;

  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { origin, pathname, search } = new URL(link.href);
    if (origin !== location.origin || pathname === path) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave(pathname + search);
  };
  const onPop = (event: PopStateEvent) => {
    if (isStepAllowed) {
      isStepAllowed = false;
      return;
    }
    if (location.pathname === path) return;
    event.stopImmediatePropagation();
    const steps = positionOf(event.state) - here;
    // Return to the entry of this page and hide both steps from the router.
    addEventListener('popstate', (own) => own.stopImmediatePropagation(), { capture: true, once: true });
    history.go(-steps);
    onLeave(steps);
  };
  const onLeaving = (event: Event) => {
    const { detail: to } = event as CustomEvent<string>;
    if (new URL(to, location.href).pathname === path) return;
    event.preventDefault();
    onLeave(to);
  };
  const onDeparting = (event: Event) => {
    event.preventDefault();
    onLeave((event as CustomEvent<Departure>).detail);
  };

  addEventListener('beforeunload', onUnload);
  addEventListener('click', onClick, { capture: true });
  addEventListener('popstate', onPop, { capture: true });
  addEventListener(LEAVING, onLeaving);
  addEventListener(DEPARTING, onDeparting);
  return () => {
    removeEventListener('beforeunload', onUnload);
    removeEventListener('click', onClick, { capture: true });
    removeEventListener('popstate', onPop, { capture: true });
    removeEventListener(LEAVING, onLeaving);
    removeEventListener(DEPARTING, onDeparting);
  };
}
