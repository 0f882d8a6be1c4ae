import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

/** The selected tickets of the page on the screen. A ticket that leaves the page leaves the selection. */
export function useSelection(tickets: readonly DeskTicket[] = []) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = tickets.filter(({ id }) => ids.has(id));
  // Otherwise a ticket that comes back to the page would be selected again.
  if (selected.length < ids.size) setIds(new Set(selected.map(({ id }) => id)));
  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    select: (changed: readonly string[], isSelected: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        for (const id of changed) {
          if (isSelected) after.add(id);
          else after.delete(id);
        }
        return after;
      }),
  };
}
