import { type CurrencyCode, formatMoney, fromDecimal } from '@leadping/contracts/currency';
import type {
  CustomerLicense,
  CustomerMail,
  CustomerOrder,
  CustomerTicket,
} from '@leadping/contracts/support/customer-routes';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { StatusBadge } from '../tickets/status-badge.tsx';
import styles from './customer.module.css';
import { readLicenses, readMails, readOrders, readOtherTickets } from './endpoints.ts';
import { Part } from './part.tsx';

const ORDER_TONES: Record<CustomerOrder['status'], [BadgeTone, string]> = {
  completed: ['success', 'Completed'],
  pending: ['warning', 'Pending'],
  failed: ['danger', 'Failed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['neutral', 'Disputed'],
};
const LICENSE_TONES: Record<CustomerLicense['status'], [BadgeTone, string]> = {
  active: ['success', 'Active'],
  suspended: ['warning', 'Suspended'],
  revoked: ['danger', 'Revoked'],
};
const MAIL_TONES: Record<CustomerMail['state'], [BadgeTone, string]> = {
  sent: ['success', 'Sent'],
  queued: ['warning', 'Waiting'],
  failed: ['danger', 'Failed'],
};
const PRODUCTS: Record<string, string> = { main_product: 'License', reseller_rights: 'Reseller rights' };

interface CustomerProps {
  ticketId: string;
  email: string;
  onOrder: (orderId: string) => void;
  onTicket: (ticketId: string) => void;
}

/** Known data about the customer. Anybody can type an address, so it does not prove an identity. */
export function Customer({ ticketId, email, onOrder, onTicket }: CustomerProps) {
  return (
    <>
      <p className={styles.whose}>
        Records under <EmailText email={email} />
      </p>
      <Part
        title="Orders"
        empty="No orders for this address."
        ticketId={ticketId}
        read={readOrders}
        show={(order) => ({ key: order.id, content: <Order order={order} onOrder={onOrder} /> })}
      />
      <Part
        title="Licenses"
        empty="No licenses for this address."
        ticketId={ticketId}
        read={readLicenses}
        show={(license) => ({ key: license.id, content: <License license={license} onOrder={onOrder} /> })}
      />
      <Part
        title="Emails"
        empty="No emails to this address."
        ticketId={ticketId}
        read={readMails}
        show={(mail) => ({ key: mail.id, content: <Mail mail={mail} onOrder={onOrder} /> })}
      />
      <Part
        title="Other tickets"
        empty="No other tickets."
        ticketId={ticketId}
        read={readOtherTickets}
        show={(ticket) => ({ key: ticket.id, content: <Other ticket={ticket} onTicket={onTicket} /> })}
      />
    </>
  );
}

export function amountOf({ amount, currency }: { amount: string; currency: CurrencyCode }): string {
  const money = fromDecimal(amount, currency);
  return money ? formatMoney(money) : `${amount} ${currency}`;
}

function State({ of: [tone, text] }: { of: [BadgeTone, string] }) {
  return <Badge tone={tone}>{text}</Badge>;
}

function TimelineButton({ orderId, onOrder }: { orderId: string | null; onOrder: (id: string) => void }) {
  if (orderId === null) return null;
  return (
    <button type="button" className={styles.link} onClick={() => onOrder(orderId)}>
      Order timeline
    </button>
  );
}

function Order({ order, onOrder }: { order: CustomerOrder; onOrder: CustomerProps['onOrder'] }) {
  return (
    <>
      <p className={styles.line}>
        <strong>{amountOf(order)}</strong>
        <span>{PRODUCTS[order.productType] ?? 'Order'}</span>
        <State of={ORDER_TONES[order.status]} />
        {order.isTest && <Badge tone="signal">Test</Badge>}
        {order.emailProblem === 'refused' && <Badge tone="danger">Email refused</Badge>}
        {order.emailProblem === 'undelivered' && <Badge tone="danger">Key not delivered</Badge>}
      </p>
      <p className={styles.quiet}>
        <Moment at={order.createdAt} />
        <bdi>{order.seller.businessName}</bdi>
        <TimelineButton orderId={order.id} onOrder={onOrder} />
      </p>
    </>
  );
}

function License({ license, onOrder }: { license: CustomerLicense; onOrder: CustomerProps['onOrder'] }) {
  const { maskedKey, status, isTest, devices, mail, orderId, createdAt } = license;
  return (
    <>
      <p className={styles.line}>
        <code>{maskedKey}</code>
        <State of={LICENSE_TONES[status]} />
        {isTest && <Badge tone="signal">Test</Badge>}
        {mail.state === 'failed' && <Badge tone="danger">Key email failed</Badge>}
      </p>
      <p className={styles.quiet}>
        <Moment at={createdAt} />
        <span>{devices.length === 1 ? '1 device' : `${devices.length} devices`}</span>
        <TimelineButton orderId={orderId} onOrder={onOrder} />
      </p>
      {devices.length > 0 && (
        <ul className={styles.devices} aria-label={`Devices of ${maskedKey}`}>
          {devices.map(({ deviceId, deviceName, lastUsedAt }) => (
            <li key={deviceId}>
              <bdi>{deviceName || 'Unnamed device'}</bdi>, last used <Moment at={lastUsedAt} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Mail({ mail, onOrder }: { mail: CustomerMail; onOrder: CustomerProps['onOrder'] }) {
  return (
    <>
      <p className={styles.line}>
        <span>{mail.title}</span>
        <State of={MAIL_TONES[mail.state]} />
      </p>
      {mail.error && <p className={styles.reason}>{mail.error}</p>}
      <p className={styles.quiet}>
        <Moment at={mail.at} />
        <TimelineButton orderId={mail.orderId} onOrder={onOrder} />
      </p>
    </>
  );
}

function Other({ ticket, onTicket }: { ticket: CustomerTicket; onTicket: CustomerProps['onTicket'] }) {
  return (
    <>
      <p className={styles.line}>
        <button type="button" className={styles.link} onClick={() => onTicket(ticket.id)}>
          <bdi>{ticket.subject}</bdi>
        </button>
        <StatusBadge status={ticket.status} />
      </p>
      <p className={styles.quiet}>
        <Moment at={ticket.createdAt} />
        {ticket.customerWaiting && <span>Customer waiting</span>}
      </p>
    </>
  );
}
