import type { AdminOrder, OrderStatus } from '@leadping/contracts/commerce/order-routes';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { productName } from '@leadping/web-kit/dashboard/product-name.ts';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { withdrawalBadge } from '@leadping/web-kit/dashboard/withdrawal-text.ts';
import { amountOf } from './order-amount.ts';
import styles from './orders.module.css';

export const STATUSES: Record<OrderStatus, [BadgeTone, string]> = {
  completed: ['success', 'Completed'],
  pending: ['warning', 'Pending'],
  failed: ['danger', 'Failed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['neutral', 'Disputed'],
};

const EMAIL_PROBLEMS = {
  missing: 'No email address',
  refused: 'Email refused',
  undelivered: 'Key not delivered',
} as const;

export function EmailProblem({ emailProblem }: Pick<AdminOrder, 'emailProblem'>) {
  return emailProblem && <Badge tone="danger">{EMAIL_PROBLEMS[emailProblem]}</Badge>;
}

export function OrderBadge({
  order: { status, hasInquiry, isRefundRequested, isTest, withdrawal },
}: {
  order: Pick<AdminOrder, 'status' | 'hasInquiry' | 'isRefundRequested' | 'withdrawal'> &
    Partial<Pick<AdminOrder, 'isTest'>>;
}) {
  const [tone, text] = STATUSES[status];
  const withdrew = withdrawal && withdrawalBadge(withdrawal);
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {hasInquiry && <Badge tone="warning">Inquiry</Badge>}
      {withdrew && <Badge tone={withdrew[0]}>{withdrew[1]}</Badge>}
      {isRefundRequested && <Badge tone="warning">Refund requested</Badge>}
      {isTest && <Badge tone="signal">Test</Badge>}
    </>
  );
}

const SESSION_SHOWN = 20;

export const COLUMNS: readonly Column<AdminOrder>[] = [
  {
    key: 'id',
    title: 'Order',
    render: ({ id, stripeSessionId }) => (
      <span className={styles.order}>
        <ShortId id={id} to={`/admin/orders?order=${encodeURIComponent(id)}`} copies={`ID of order ${id}`} />
        <small>
          <code>
            {stripeSessionId.slice(0, SESSION_SHOWN)}
            {stripeSessionId.length > SESSION_SHOWN && '…'}
          </code>
          <CopyButton text={stripeSessionId} label={`Copy session ID of ${id}`} isSmall />
        </small>
      </span>
    ),
  },
  {
    key: 'createdAt',
    title: 'Date',
    isSortable: true,
    render: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    key: 'customerEmail',
    title: 'Customer',
    isWide: true,
    render: ({ customerEmail, customerName, emailProblem }) => (
      <span className={styles.order}>
        <EmailText email={customerEmail || 'Unknown'} />
        {customerName && (
          <small>
            <bdi>{customerName}</bdi>
          </small>
        )}
        <EmailProblem emailProblem={emailProblem} />
      </span>
    ),
  },
  {
    key: 'product',
    title: 'Product',
    render: (order) => (
      <span className={styles.order}>
        <span className={styles.product}>{productName(order.productType)}</span>
        <small>
          <bdi>{order.seller.businessName}</bdi>
        </small>
      </span>
    ),
  },
  { key: 'amount', title: 'Amount', align: 'end', isSortable: true, render: amountOf },
  {
    key: 'status',
    title: 'Status',
    render: (order) => (
      <span className={styles.badges}>
        <OrderBadge order={order} />
      </span>
    ),
  },
];
