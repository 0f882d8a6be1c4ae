import type { OpenDisputes } from '@leadping/contracts/commerce/dispute-routes';
import type {
  listOpenDisputes,
  listResellerOpenDisputes,
} from '@leadping/contracts/endpoints/commerce/dispute';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { reading } from '../api/hooks.ts';
import { minuteText } from '../page/dates.ts';
import styles from './disputes.module.css';

interface OpenDisputesNoticeProps {
  read: typeof listOpenDisputes | typeof listResellerOpenDisputes;
  /** Where an order is shown. */
  orderPath: (orderId: string) => string;
  /** Where all disputed orders are listed. */
  listPath: string;
}

/** Says how many disputes wait for an answer and until when. Shows nothing without one, or while they cannot be read. */
export function OpenDisputesNotice({ read, orderPath, listPath }: OpenDisputesNoticeProps) {
  const { data } = useQuery({ ...reading(read), staleTime: 0 });
  const [first] = data ?? [];
  if (!data || !first) return null;
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>{countText(data)}</strong>{' '}
        {first.dueBy
          ? `The nearest deadline is ${minuteText(first.dueBy)}.`
          : 'Your Stripe dashboard shows the deadline.'}
        {first.isTest && ' This one is a test.'}
      </p>
      <Link to={orderPath(first.orderId)}>Open the order</Link>
      {data.length > 1 && <Link to={listPath}>Show all disputed orders</Link>}
    </div>
  );
}

function countText(open: OpenDisputes): string {
  const disputes = open.filter(({ isInquiry }) => !isInquiry).length;
  const inquiries = open.length - disputes;
  const parts = [
    disputes > 0 && `${disputes} ${disputes === 1 ? 'dispute' : 'disputes'}`,
    inquiries > 0 && `${inquiries} ${inquiries === 1 ? 'inquiry' : 'inquiries'}`,
  ].filter(Boolean);
  return `${parts.join(' and ')} ${open.length === 1 ? 'waits' : 'wait'} for your answer.`;
}
