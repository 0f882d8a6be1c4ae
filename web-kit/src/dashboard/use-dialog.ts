import { startTransition, useCallback, useState } from 'react';

/**
 * The subject of a dialog, `undefined` while it is closed. `open` is stable. `close` belongs to one opening, so
 * that a late result of a closed dialog does not close the next one and lose its input.
 *
 * Opening is a transition: the press is painted immediately, and the dialog renders in slices between further
 * input. Rendering it at once would block a slow processor for longer than a press may take. Closing is
 * synchronous, because a dialog that stays for a moment could repeat its work.
 */
export function useDialog<Subject>() {
  const [opening, setOpening] = useState<{ subject: Subject }>();
  const open = useCallback((subject: Subject) => startTransition(() => setOpening({ subject })), []);
  const close = () => setOpening((now) => (now === opening ? undefined : now));
  return { subject: opening?.subject, open, close };
}
