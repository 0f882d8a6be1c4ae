import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useMinutely } from '@leadping/web-kit/dashboard/use-minutely.ts';
import { Tag } from '@leadping/web-kit/ui/core';
import { CATEGORY_NAMES, PRIORITY_NAMES } from '../contact/ticket-draft.ts';
import { StatusBadge } from '../tickets/status-badge.tsx';
import { hoursText } from './hours-text.ts';
import styles from './ticket-dialog.module.css';

export function TicketFacts({ ticket }: { ticket: DeskTicket }) {
  const sinceUpdate = useMinutely(() => hoursText(ticket.updatedAt));
  return (
    <>
      <p className={styles.summary}>
        <StatusBadge status={ticket.status} />
        {ticket.customerWaiting && <Tag color="warning">Customer Waiting</Tag>}
        <span>{sinceUpdate}</span>
        <code>{ticket.ticketNumber}</code>
      </p>
      <dl className={styles.facts}>
        <div className={styles.wide}>
          <dt>Customer</dt>
          <dd>
            <bdi>{ticket.name}</bdi>
            <br />
            {ticket.email} {!ticket.isAddressConfirmed && <Tag>Address not confirmed</Tag>}
          </dd>
        </div>
        <div>
          <dt>Priority</dt>
          <dd>{PRIORITY_NAMES[ticket.priority]}</dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>{CATEGORY_NAMES[ticket.category]}</dd>
        </div>
        <div>
          <dt>License key</dt>
          <dd>{keyText(ticket.licenseKey)}</dd>
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

const FAULTS = { malformed: 'Not a license key', mistyped: 'Has a typo' } as const;

function keyText(key: DeskTicket['licenseKey']) {
  if (!key) return 'None given';
  return key.fault ? FAULTS[key.fault] : <code>{key.masked}</code>;
}
