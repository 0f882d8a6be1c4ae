import { reading } from '@leadping/web-kit/api/hooks';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { dayText } from '@leadping/web-kit/page/dates.ts';
import { readOrders } from '../../endpoints.ts';
import { HOME } from '../account/home.ts';
import { formatDecimal } from '../money.ts';
import { OrderBadges } from '../orders/order-status.tsx';
import { MAX_RECENT } from './max-recent.ts';
import styles from './recent.module.css';
import { FRESH } from '../fresh.ts';

export const useRecentOrders = () =>
  useQuery({ ...reading(readOrders, { query: { limit: MAX_RECENT } }), ...FRESH });

export function RecentOrders() {
  const { data, error, refetch } = useRecentOrders();
  return (
    <Panel title="Recent orders" action={<Link to={`${HOME}/orders`}>All orders</Link>}>
      {error && !data && (
        <LoadError title="We couldn't load the orders" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <p className={styles.none}>
          <b>No orders yet</b>
          Share the link to your sales page to get your first one.
        </p>
      )}
      <ul className={styles.list} aria-label="Recent orders">
        {data?.slice(0, MAX_RECENT).map((order) => (
          <li key={order.id}>
            <span className={styles.who}>{order.customerEmail || 'Customer'}</span>
            <time dateTime={order.createdAt}>{dayText(order.createdAt)}</time>
            <span className={styles.amount}>{formatDecimal(order.amount, order.currency)}</span>
            <OrderBadges order={order} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
