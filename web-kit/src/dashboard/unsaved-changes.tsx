import { useNavigate } from '@leadping/web-kit/router';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Where somebody wanted to go: a path of ours, or steps of the history. */
type Destination = string | number;

interface UnsavedChangesProps {
  when: boolean;
  /** Where what is written is not lost by leaving, the words say so. */
  title?: string;
  confirmLabel?: string;
  children?: ReactNode;
}

/**
 * Asks before a page with unsaved changes is left, by a link, by Back and Forward or by closing the tab. The router of
 * the site does not block navigations, so links and history are caught before it sees them.
 */
export function UnsavedChanges({
  when,
  title = 'Leave without saving?',
  confirmLabel = 'Discard changes',
  children = 'Your changes on this page are not saved yet.',
}: UnsavedChangesProps) {
  const navigate = useNavigate();
  const [destination, setDestination] = useState<Destination>();

  useEffect(() => (when ? askBeforeLeaving(setDestination) : undefined), [when]);

  return (
    <ConfirmDialog
      isOpen={destination !== undefined}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => {
        setDestination(undefined);
        if (typeof destination === 'number') leaveBy(destination);
        else if (destination) void navigate(destination);
      }}
      onCancel={() => setDestination(undefined)}
    >
      {children}
    </ConfirmDialog>
  );
}

type Ask = (destination: Destination) => void;

/** Of the forms on the page that hold something unsaved; the newest asks for all of them. */
const asking: Ask[] = [];
let endGuard: (() => void) | undefined;

/** One guard for all forms: of two, each would stop a step of the history that the other has let pass. */
function askBeforeLeaving(ask: Ask): () => void {
  asking.push(ask);
  endGuard ??= guard((destination) => asking.at(-1)?.(destination));
  return () => {
    asking.splice(asking.indexOf(ask), 1);
    if (asking.length > 0) return;
    endGuard?.();
    endGuard = undefined;
  };
}

/** True while a step of the history is ours or was confirmed. */
let isStepAllowed = false;

function leaveBy(steps: number): void {
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

  addEventListener('beforeunload', onUnload);
  addEventListener('click', onClick, { capture: true });
  addEventListener('popstate', onPop, { capture: true });
  return () => {
    removeEventListener('beforeunload', onUnload);
    removeEventListener('click', onClick, { capture: true });
    removeEventListener('popstate', onPop, { capture: true });
  };
}
