import { startTransition, useCallback, useState } from 'react';

/**
 * What a dialog is about, `undefined` while it is closed. `open` is the same function each time; `close` is of one opening:
 * what a dialog began and finishes after it was closed leaves the next one open, with what is typed in it.
 *
 * Both are transitions: the press is painted at once, and the dialog is drawn in slices between further input. Drawn in one
 * piece, its parts and their styles would hold a slow processor for longer than a press may take.
 */
export function useDialog<Subject>() {
  const [opening, setOpening] = useState<{ subject: Subject }>();
  const open = useCallback((subject: Subject) => startTransition(() => setOpening({ subject })), []);
  const close = () => startTransition(() => setOpening((now) => (now === opening ? undefined : now)));
  return { subject: opening?.subject, open, close };
}
