import { useNavigate } from '@leadping/web-kit/router';

/** What leaves the page by more than its address. */
export interface Departure {
  kind: 'sign-out';
  go: () => void;
}

/** Where somebody wanted to go: a path of ours, steps of the history, or out. */
export type Destination = string | number | Departure;

/** An event of the page: who leaves and what guards may come from two remotes, which share no module. */
const LEAVING = 'leadping:leaving';
/** Of a departure; guards of older releases do not know it, and take each other event for a path. */
const DEPARTING = 'leadping:departing';

/** Goes to a path, or lets the page ask first where it has unsaved changes. */
export function useLeave(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => {
    const isFree = dispatchEvent(new CustomEvent(LEAVING, { detail: to, cancelable: true }));
    if (isFree) void navigate(to);
  };
}

/** Departs, or lets the page ask first where it has unsaved changes. */
export function depart(departure: Departure): void {
  const isFree = dispatchEvent(new CustomEvent(DEPARTING, { detail: departure, cancelable: true }));
  if (isFree) departure.go();
}

type Ask = (destination: Destination) => void;

/** Of the forms on the page that hold something unsaved; the newest asks for all of them. */
const asking: Ask[] = [];
let endGuard: (() => void) | undefined;

/** One guard for all forms: of two, each would stop a step of the history that the other has let pass. */
export function askBeforeLeaving(ask: Ask): () => void {
  asking.push(ask);
  endGuard ??= guard((destination) => {
    // The menu and the palette are layers of the browser: nobody could see or answer a question behind them.
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

/** True while a step of the history is ours or was confirmed. */
let isStepAllowed = false;

export function leaveBy(steps: number): void {
  isStepAllowed = true;
  history.go(steps);
}

/** The router numbers its entries of the history. */
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
    // Back to where the page is; the router is to see neither step.
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
