import type { OpenDisputes } from '@leadping/contracts/commerce/dispute-routes';
import type {
  listOpenDisputes,
  listResellerOpenDisputes,
} from '@leadping/contracts/endpoints/commerce/dispute';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import type { ReactNode } from 'react';
import { reading } from '../api/hooks.ts';
import { minuteText } from '../page/dates.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import styles from './disputes.module.css';

interface BelowOpenDisputesProps {
  read: typeof listOpenDisputes | typeof listResellerOpenDisputes;
  /** Where an order is shown. */
  orderPath: (orderId: string) => string;
  /** Where all disputed orders are listed. */
  listPath: string;
  /** The rest of the page. It waits for the answer, so that the notice moves nothing. */
  children: ReactNode;
}

/** Says above the page how many disputes wait for an answer and until when. Says nothing without one, or if they cannot be read. */
export function BelowOpenDisputes({ read, orderPath, listPath, children }: BelowOpenDisputesProps) {
  const { data, isPending } = useQuery({ ...reading(read), staleTime: 0 });
  return (
    <>
      {data?.length ? <Notice open={data} orderPath={orderPath} listPath={listPath} /> : null}
      {isPending && <PageSkeleton />}
      <div hidden={isPending}>{children}</div>
    </>
  );
}

interface NoticeProps extends Pick<BelowOpenDisputesProps, 'orderPath' | 'listPath'> {
  open: OpenDisputes;
}

function Notice({ open, orderPath, listPath }: NoticeProps) {
  const [first] = open;
  if (!first) return null;
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>{countText(open)}</strong>{' '}
        {first.dueBy
          ? `The nearest deadline is ${minuteText(first.dueBy)}.`
          : 'Your Stripe dashboard shows the deadline.'}
        {first.isTest && ' This one is a test.'}
      </p>
      <Link to={orderPath(first.orderId)}>Open the order</Link>
      {open.length > 1 && <Link to={listPath}>Show all disputed orders</Link>}
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
