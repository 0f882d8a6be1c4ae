import type { DeskTicket, TicketStatus } from '@leadping/contracts/support/ticket';
import { failureText } from '@leadping/web-kit/api/api-error';
import { useDelayed } from '@leadping/web-kit/dashboard/use-delayed.ts';
import { Alert, Button, Modal, Skeleton } from '@leadping/web-kit/ui/core';
import { useRef } from 'react';
import { Customer } from '../customer/customer.tsx';
import { Unconfirmed } from '../customer/unconfirmed.tsx';
import { OrderTimeline } from '../customer/order-timeline.tsx';
import { Composer } from './composer.tsx';
import styles from './ticket-dialog.module.css';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketMessages } from './ticket-messages.tsx';
import { useAnswer } from './use-answer.ts';
import type { DeskAddress } from './use-desk-address.ts';
import { useTicketDetails } from './use-desk.ts';

interface TicketDialogProps {
  /** The open ticket, if any, and the order whose timeline is shown beside it. */
  address: Pick<DeskAddress, 'ticket' | 'order'>;
  /** Opened to reply. */
  isReplyWanted: boolean;
  /** The ticket whose status is being changed. */
  changing: string | undefined;
  onStatus: (ticket: DeskTicket, status: TicketStatus) => void;
  onGo: (change: Partial<DeskAddress>) => void;
}

/** One ticket: the conversation with the reply under it, and the customer beside it. Read again while it is open. */
export function TicketDialog({
  address: { ticket: id, order },
  isReplyWanted,
  changing,
  onStatus,
  onGo,
}: TicketDialogProps) {
  const { ticket, error, retry } = useTicketDetails(id);
  const answer = useAnswer(ticket?.id);
  const content = useRef<HTMLDivElement>(null);
  const isLate = useDelayed(!ticket && !error);
  const focusReply = () => content.current?.querySelector('textarea')?.focus();

  return (
    <Modal
      open={id !== undefined}
      destroyOnHidden
      width={1120}
      className={styles.dialog}
      title={ticket ? <bdi className={styles.title}>{ticket.subject}</bdi> : 'Ticket'}
      footer={null}
      onCancel={() => onGo({ ticket: undefined, order: undefined })}
      afterOpenChange={(isOpen) => isOpen && isReplyWanted && focusReply()}
    >
      <div ref={content}>
        {error && (
          <Alert
            className={styles.failure}
            type="error"
            showIcon
            title={ticket ? 'This ticket may be out of date' : 'Error fetching ticket details'}
            description={failureText(error)}
            action={<Button onClick={retry}>Try again</Button>}
          />
        )}
        {isLate && <Skeleton active paragraph={{ rows: 6 }} />}
        {ticket && (
          <div className={styles.columns}>
            <div className={styles.main}>
              <TicketFacts ticket={ticket} />
              <TicketMessages ticket={ticket} />
              <Composer
                key={ticket.id}
                ticket={ticket}
                answer={answer}
                isChanging={changing === ticket.id}
                isWanted={isReplyWanted}
                onStatus={(status) => onStatus(ticket, status)}
              />
            </div>
            <aside className={styles.customerColumn} aria-label="Customer">
              {!ticket.isAddressConfirmed ? (
                <Unconfirmed email={ticket.email} />
              ) : order === undefined ? (
                <Customer
                  key={ticket.id}
                  ticketId={ticket.id}
                  email={ticket.email}
                  onOrder={(orderId) => onGo({ order: orderId })}
                  onTicket={(other) => onGo({ ticket: other })}
                />
              ) : (
                <OrderTimeline
                  key={order}
                  ticketId={ticket.id}
                  orderId={order}
                  onBack={() => onGo({ order: undefined })}
                />
              )}
            </aside>
          </div>
        )}
      </div>
    </Modal>
  );
}
