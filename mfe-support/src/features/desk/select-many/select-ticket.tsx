import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { Checkbox } from '@leadping/web-kit/ui/form';
import styles from './select-many.module.css';
import type { Selection } from './use-selection.ts';

interface SelectTicketProps {
  ticket: Pick<DeskTicket, 'id' | 'subject' | 'ticketNumber'>;
  selection: Selection;
}

/** The checkbox of one row. */
export function SelectTicket({ ticket, selection }: SelectTicketProps) {
  const { id, subject, ticketNumber } = ticket;
  return (
    <Checkbox
      className={styles.mark}
      aria-label={`Select ${subject}, ${ticketNumber}`}
      checked={selection.isSelected(id)}
      onChange={({ target }) => selection.select([id], target.checked)}
    />
  );
}
