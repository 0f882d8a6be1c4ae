import { Alert, Button } from '@leadping/web-kit/ui/core';
import { formatTickets } from '../format-tickets.ts';
import styles from './select-many.module.css';
import type { FailedChange } from './use-change-many.ts';

interface FailedChangesProps {
  failed: readonly FailedChange[];
  /** The number of tickets that had to be changed. */
  total: number;
  onDismiss: () => void;
}

/** Names the tickets that were not changed, with the reasons. */
export function FailedChanges({ failed, total, onDismiss }: FailedChangesProps) {
  return (
    <Alert
      type="error"
      showIcon
      className={styles.failed}
      title={`${failed.length} of ${formatTickets(total)} not updated`}
      description={
        <ul>
          {failed.map(({ ticket: { id, subject, ticketNumber }, reason }) => (
            <li key={id}>
              <bdi>{subject}</bdi> <code>{ticketNumber}</code>: {reason}
            </li>
          ))}
        </ul>
      }
      action={<Button onClick={onDismiss}>Dismiss</Button>}
    />
  );
}
