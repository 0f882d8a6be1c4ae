import type { DeskTicket, TicketStatus } from '@leadping/contracts/support/ticket';
import { Moment } from '@leadping/web-kit/page/moment.tsx';
import { Tag } from '@leadping/web-kit/ui/core';
import { Select } from '@leadping/web-kit/ui/form';
import { CATEGORY_NAMES, PRIORITY_NAMES } from '../contact/ticket-draft.ts';
import { STATUS_NAMES } from '../tickets/status-badge.tsx';
import { hoursText } from './hours-text.ts';
import styles from './ticket-dialog.module.css';

const STATUSES = Object.entries(STATUS_NAMES).map(([value, label]) => ({
  value: value as TicketStatus,
  label,
}));

interface TicketFactsProps {
  ticket: DeskTicket;
  isChanging: boolean;
  onStatus: (status: TicketStatus) => void;
}

export function TicketFacts({ ticket, isChanging, onStatus }: TicketFactsProps) {
  return (
    <>
      <p className={styles.summary}>
        <code>{ticket.ticketNumber}</code>
        <span>{hoursText(ticket.updatedAt)}</span>
        {ticket.customerWaiting && <Tag color="warning">Customer Waiting</Tag>}
      </p>
      <dl className={styles.facts}>
        <div className={styles.wide}>
          <dt>Customer</dt>
          <dd>
            <bdi>{ticket.name}</bdi>
            <br />
            {ticket.email}
          </dd>
        </div>
        <div>
          <dt id="ticket-status">Status</dt>
          <dd>
            <Select
              className={styles.status}
              aria-labelledby="ticket-status"
              options={STATUSES}
              value={ticket.status}
              loading={isChanging}
              disabled={isChanging}
              onChange={onStatus}
            />
          </dd>
        </div>
        <div>
          <dt>Priority</dt>
          <dd>{PRIORITY_NAMES[ticket.priority]}</dd>
        </div>
        <div className={styles.wide}>
          <dt>License key</dt>
          <dd>{ticket.licenseKey ? <code>{ticket.licenseKey}</code> : 'None given'}</dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>{CATEGORY_NAMES[ticket.category]}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Moment at={ticket.createdAt} />
          </dd>
        </div>
      </dl>
    </>
  );
}
