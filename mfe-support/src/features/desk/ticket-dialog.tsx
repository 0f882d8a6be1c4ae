import type { DeskTicket, TicketStatus } from '@leadping/contracts/support/ticket';
import { Alert, Button, Modal, Skeleton } from '@leadping/web-kit/ui/core';
import styles from './ticket-dialog.module.css';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketMessages } from './ticket-messages.tsx';
import { useTicketDetails } from './use-desk.ts';

interface TicketDialogProps {
  /** Which ticket is open, if one is. */
  id: string | undefined;
  /** The ticket whose status is being changed. */
  changing: string | undefined;
  onStatus: (ticket: DeskTicket, status: TicketStatus) => void;
  onReply: (ticket: DeskTicket) => void;
  onClose: () => void;
}

/** Everything about one ticket, read again while it is open. */
export function TicketDialog({ id, changing, onStatus, onReply, onClose }: TicketDialogProps) {
  const { ticket, error, retry } = useTicketDetails(id);
  const isChanging = ticket !== undefined && changing === ticket.id;
  const actions = ticket && ticket.status !== 'closed' && (
    <>
      {ticket.status === 'open' && (
        <Button loading={isChanging} onClick={() => onStatus(ticket, 'resolved')}>
          Mark Resolved
        </Button>
      )}
      <Button type="primary" onClick={() => onReply(ticket)}>
        Reply
      </Button>
    </>
  );

  return (
    <Modal
      open={id !== undefined}
      destroyOnHidden
      width={760}
      className={styles.dialog}
      classNames={{ footer: styles.footer }}
      title={ticket ? <bdi className={styles.title}>{ticket.subject}</bdi> : 'Ticket'}
      footer={actions || null}
      onCancel={onClose}
    >
      {error && (
        <Alert
          className={styles.failure}
          type="error"
          showIcon
          title="Error fetching ticket details"
          description={error.message}
          action={<Button onClick={retry}>Try again</Button>}
        />
      )}
      {!ticket && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {ticket && (
        <>
          <TicketFacts
            ticket={ticket}
            isChanging={isChanging}
            onStatus={(status) => onStatus(ticket, status)}
          />
          <TicketMessages ticket={ticket} />
        </>
      )}
    </Modal>
  );
}
