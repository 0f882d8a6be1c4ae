import type { TicketStatus } from '@leadping/contracts/support/ticket';
import styles from './status-badge.module.css';

export const STATUS_NAMES: Record<TicketStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
};
const COLORS = { open: 'green', in_progress: 'yellow', resolved: 'blue', closed: 'gray' } as const;

export function StatusBadge({ status }: { status: TicketStatus }) {
  return (
    <span className={`${styles.badge} ${styles[COLORS[status]]}`} data-color={COLORS[status]}>
      {STATUS_NAMES[status]}
    </span>
  );
}
