import { startTransition, useCallback, useState } from 'react';

/**
 * What a dialog is about, `undefined` while it is closed; `open` and `close` are the same functions each time. Both are
 * transitions: the press is painted at once, and the dialog is drawn in slices between further input. Drawn in one piece,
 * its parts and their styles would hold a slow processor for longer than a press may take.
 */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>();
  const open = useCallback((about: Subject) => startTransition(() => setSubject(() => about)), []);
  const close = useCallback(() => startTransition(() => setSubject(undefined)), []);
  return { subject, open, close };
}
