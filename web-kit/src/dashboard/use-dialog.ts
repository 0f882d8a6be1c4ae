import { startTransition, useCallback, useState } from 'react';

/**
 * What a dialog is about, `undefined` while it is closed. `open` is the same function each time; `close` is of one opening:
 * what a dialog began and finishes after it was closed leaves the next one open, with what is typed in it.
 *
 * Opening is a transition: the press is painted at once, and the dialog is drawn in slices between further input. Drawn in one
 * piece, its parts and their styles would hold a slow processor for longer than a press may take. Closing is none: a dialog
 * whose work is done would still be there for a moment, and its button would do the work again.
 */
export function useDialog<Subject>() {
  const [opening, setOpening] = useState<{ subject: Subject }>();
  const open = useCallback((subject: Subject) => startTransition(() => setOpening({ subject })), []);
  const close = () => setOpening((now) => (now === opening ? undefined : now));
  return { subject: opening?.subject, open, close };
}
