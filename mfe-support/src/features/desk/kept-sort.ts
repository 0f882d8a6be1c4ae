import { TICKET_SORTS, type TicketSort } from '@leadping/contracts/support/ticket';

/** Key in local storage for the order of the desk that was chosen in this browser. */
const KEY = 'desk-sort';
/** The specification's order. */
const DEFAULT: TicketSort = 'updated';

export const readSort = (text: string | null): TicketSort | undefined =>
  TICKET_SORTS.find((sort) => sort === text);

/** The order chosen last in this browser. */
export function readKeptSort(): TicketSort {
  try {
    return readSort(localStorage.getItem(KEY)) ?? DEFAULT;
  } catch {
    return DEFAULT;
  }
}

export function keepSort(sort: TicketSort): void {
  try {
    if (sort === DEFAULT) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, sort);
  } catch {
    // Without storage the choice lives in the address only.
  }
}
