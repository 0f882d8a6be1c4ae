import type { Order } from '@leadping/contracts/commerce/order-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { orderParts } from '@leadping/web-kit/dashboard/order-parts.ts';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { Day } from '@leadping/web-kit/dashboard/moment.tsx';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import { formatDecimal } from '../money.ts';
import { OrderBadges } from './order-status.tsx';
import styles from './orders.module.css';
import { productName } from '@leadping/web-kit/dashboard/product-name.ts';

/** Characters of a session id that are shown (specification, signed-in side §9); it is copied whole. */
const SESSION_LENGTH = 20;

const EMAIL_PROBLEMS = {
  missing: 'No email address',
  refused: 'Email refused',
  undelivered: 'Key not delivered',
} as const;

const cut = (text: string) => (text.length > SESSION_LENGTH ? `${text.slice(0, SESSION_LENGTH)}...` : text);

export const COLUMNS: readonly Column<Order>[] = [
  {
    key: 'id',
    title: 'Order ID',
    render: ({ id, stripeSessionId }) => (
      <span className={styles.ids}>
        <ShortId id={id} copies={`ID of order ${id}`} />
        {stripeSessionId && (
          <span className={styles.session}>
            <Tooltip text={stripeSessionId}>
              <code>{cut(stripeSessionId)}</code>
            </Tooltip>
            <CopyButton text={stripeSessionId} label={`Copy session ID of order ${id}`} isSmall />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'createdAt',
    title: 'Date',
    isSortable: true,
    render: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    key: 'customerEmail',
    title: 'Customer',
    isWide: true,
    render: ({ customerEmail, customerTaxId, emailProblem }) => (
      <span className={styles.ids}>
        <EmailText email={customerEmail || 'Customer'} />
        {customerTaxId && <small>Tax number {customerTaxId.value}</small>}
        {emailProblem && <Badge tone="danger">{EMAIL_PROBLEMS[emailProblem]}</Badge>}
      </span>
    ),
  },
  { key: 'product', title: 'Product', render: ({ productType }) => productName(productType) },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    isSortable: true,
    render: (order) => (
      <span className={styles.amount}>
        {formatDecimal(order.amount, order.currency)}
        {orderParts(order).map((part) => (
          <small key={part}>{part}</small>
        ))}
      </span>
    ),
  },
  { key: 'status', title: 'Status', render: (order) => <OrderBadges order={order} /> },
];
