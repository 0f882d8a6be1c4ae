import { listOwnOrders } from '@leadping/contracts/endpoints/commerce/customer-order';
import type { OwnOrder } from '@leadping/contracts/commerce/customer-order-routes';
import { formatMoney, fromDecimal } from '@leadping/contracts/currency';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import list from '@leadping/web-kit/dashboard/item-list.module.css';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Day } from '@leadping/web-kit/dashboard/moment.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { productName } from '@leadping/web-kit/dashboard/product-name.ts';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { Skeleton } from '@leadping/web-kit/ui/core';
import styles from './my.module.css';

const STATES: Record<OwnOrder['status'], [BadgeTone, string]> = {
  pending: ['warning', 'Not paid yet'],
  completed: ['success', 'Paid'],
  failed: ['danger', 'Failed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['warning', 'Disputed'],
};

/** An order that cost nothing was never paid, and ends without a refund. */
const FREE_STATES: Partial<typeof STATES> = {
  completed: ['success', 'Complete'],
  refunded: ['neutral', 'Ended'],
};

function moneyText(amount: string, currency: OwnOrder['currency']): string {
  const money = fromDecimal(amount, currency);
  return money ? formatMoney(money) : `${amount} ${currency}`;
}

/** @param email the address of the session, with which the orders were bought */
export function MyOrders({ email }: { email: string }) {
  const { data, error, refetch } = useQuery({ ...reading(listOwnOrders), staleTime: 0 });
  return (
    <Panel title="Orders">
      {error && !data && (
        <LoadError title="We couldn't load your orders" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.length === 0 && <EmptyState title="No orders with this address" />}
      <ul className={list.list} aria-label="Orders">
        {data?.map((order) => (
          <Order key={order.id} order={order} email={email} />
        ))}
      </ul>
    </Panel>
  );
}

/** The page of the order's seller. The fragment is in no log and no referrer. */
function withdrawPath({ id, seller }: OwnOrder, email: string): string {
  const page = seller.resellerId === null ? '' : `/r/${encodeURIComponent(seller.resellerId)}`;
  return `${page}/withdraw#${new URLSearchParams({ order: id, email })}`;
}

function Order({ order, email }: { order: OwnOrder; email: string }) {
  const { id, productType, status, amount, refunded, currency, seller, isTest, createdAt, receiptPath } =
    order;
  const [tone, text] = (Number(amount) === 0 && FREE_STATES[status]) || STATES[status];
  const isPartly = status === 'completed' && Number(refunded) > 0;
  return (
    <li className={list.row}>
      <div>
        <p className={list.name}>
          {productName(productType)}, {moneyText(amount, currency)} <Badge tone={tone}>{text}</Badge>{' '}
          {isTest && <Badge tone="signal">Test</Badge>}
        </p>
        <p className={list.facts}>
          <span>
            <Day at={createdAt} />
          </span>
          <span>
            Sold by <bdi>{seller.businessName}</bdi>
          </span>
          {isPartly && <span>{moneyText(refunded, currency)} refunded</span>}
          <span>
            Order <code className={styles.id}>{id}</code>
          </span>
        </p>
      </div>
      <div className={styles.actions}>
        {/* A full page load: the receipt belongs to another remote and reads its key from the fragment. */}
        {receiptPath && (
          <a className={styles.link} href={receiptPath} aria-label={`Receipt of order ${id}`}>
            Receipt
          </a>
        )}
        {status === 'completed' && (
          <Link
            className={styles.link}
            to={withdrawPath(order, email)}
            aria-label={`Withdraw from order ${id}`}
          >
            Withdraw
          </Link>
        )}
      </div>
    </li>
  );
}
