import type { TimelineEntry } from '@leadping/contracts/timeline';
import type { Reply } from '@leadping/web-kit/api/call';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { Disputes } from '@leadping/web-kit/dashboard/disputes.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { PageSkeleton } from '@leadping/web-kit/dashboard/page-skeleton.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { withdrawalFacts } from '@leadping/web-kit/dashboard/withdrawal-text.ts';
import { secondText } from '@leadping/web-kit/page/dates.ts';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Alert, Button } from '@leadping/web-kit/ui/core';
import { RotateCw } from 'lucide-react';
import type { Ref } from 'react';
import { CorrectOrderEmail } from './correct-email.tsx';
import { readDisputes, readTimeline, replayWebhooks, resendKey } from './endpoints.ts';
import { amountOf } from './order-amount.ts';
import { orderParts } from '@leadping/web-kit/dashboard/order-parts.ts';
import { productName } from '@leadping/web-kit/dashboard/product-name.ts';
import { EmailProblem, OrderBadge } from './order-columns.tsx';
import { RefundButton } from './refund.tsx';
import styles from './orders.module.css';

type Timeline = Reply<typeof readTimeline>;

/** How often the order is read while Stripe has not confirmed a refund yet. */
const REFUND_POLL_MS = 4000;

/** Everything that happened to one order, on one screen. */
export function OrderScreen({ id, heading }: { id: string; heading: Ref<HTMLHeadingElement> }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(readTimeline, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.order.isRefundRequested ? REFUND_POLL_MS : false),
  });
  const refresh = () => void refetch();
  return (
    <>
      <p className={styles.back}>
        <Link to="/admin/orders">All orders</Link>
      </p>
      <ViewHeader
        headingRef={heading}
        title={
          <>
            Order <ShortId id={id} />
          </>
        }
        action={
          <Button icon={<RotateCw size={16} />} disabled={isFetching} onClick={refresh}>
            Refresh
          </Button>
        }
      >
        Payments, license, devices, emails and webhooks, in the order they happened.
      </ViewHeader>
      {error && !data && (
        <LoadError
          title="We couldn't load this order"
          error={error}
          onRetry={refresh}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <PageSkeleton />}
      {data && (
        <>
          {data.order.isRefundRequested && (
            <Alert
              className={styles.missing}
              type="info"
              showIcon
              title="Refund requested, Stripe will confirm it"
              description="The order and its license change once Stripe has. That usually takes less than a minute."
            />
          )}
          <Facts order={data.order} />
          {data.missing.length > 0 && (
            <Alert
              className={styles.missing}
              type="warning"
              showIcon
              title="Part of this timeline is missing"
              description={`${data.missing.join(' and ')} didn’t respond. What you see is correct but incomplete. Try again in a moment.`}
              action={<Button onClick={refresh}>Try again</Button>}
            />
          )}
          {hasOwnDispute(data.order) && (
            <Panel title="Dispute">
              <Disputes orderId={id} read={readDisputes} />
            </Panel>
          )}
          <Panel title="Timeline">
            <ol className={styles.timeline} aria-label="Timeline">
              {data.entries.map((entry, index) => (
                // Entries have no id of their own and never change places.
                // oxlint-disable-next-line react/no-array-index-key
                <Entry key={index} entry={entry} onDone={refresh} />
              ))}
            </ol>
          </Panel>
        </>
      )}
    </>
  );
}

/** A reseller answers the disputes about their own sales. */
const hasOwnDispute = ({ seller, hasDispute, hasInquiry, status }: Timeline['order']) =>
  seller.resellerId === null && (hasDispute || hasInquiry || status === 'disputed');

function Facts({ order }: Pick<Timeline, 'order'>) {
  const parts = orderParts(order);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Status</dt>
        <dd className={styles.badges}>
          <OrderBadge order={order} />
        </dd>
      </div>
      {order.withdrawal && (
        <div>
          <dt>Withdrawal</dt>
          <dd>{withdrawalFacts(order.withdrawal)}</dd>
        </div>
      )}
      <div>
        <dt>Amount</dt>
        <dd className={styles.amount}>
          {amountOf(order)}
          {parts.map((part) => (
            <small key={part}>{part}</small>
          ))}
          {order.receiptPath && (
            <a href={order.receiptPath} target="_blank" rel="noopener">
              Receipt
            </a>
          )}
          <RefundButton order={order} />
        </dd>
      </div>
      <div>
        <dt>Product</dt>
        <dd>{productName(order.productType)}</dd>
      </div>
      <div>
        <dt>Customer</dt>
        <dd className={styles.customer}>
          {order.customerEmail ? (
            <Link to={`/admin/orders?search=${encodeURIComponent(order.customerEmail)}`}>
              <bdi>{order.customerEmail}</bdi>
            </Link>
          ) : (
            'Unknown'
          )}
          {order.customerTaxId && <small>Tax number {order.customerTaxId.value}</small>}
          <EmailProblem emailProblem={order.emailProblem} />
          <CorrectOrderEmail order={order} />
        </dd>
      </div>
      <div>
        <dt>Sold by</dt>
        <dd>
          <bdi>{order.seller.businessName}</bdi>
        </dd>
      </div>
      <div>
        <dt>Order ID</dt>
        <dd className={styles.session}>
          <code>{order.id}</code>
          <CopyButton text={order.id} label="Copy order ID" isSmall />
        </dd>
      </div>
      <div>
        <dt>Session</dt>
        <dd className={styles.session}>
          <code>{order.stripeSessionId}</code>
          <CopyButton text={order.stripeSessionId} label="Copy session ID" isSmall />
        </dd>
      </div>
    </dl>
  );
}

const STATES: Record<TimelineEntry['state'], [BadgeTone, string] | null> = {
  ok: null,
  warning: ['warning', 'Attention'],
  failed: ['danger', 'Failed'],
  waiting: ['warning', 'Waiting'],
};

const KINDS: Record<TimelineEntry['kind'], string> = {
  payment: 'Payment',
  order: 'Order',
  license: 'License',
  device: 'Device',
  mail: 'Email',
  webhook: 'Webhook',
};

function Entry({ entry, onDone }: { entry: TimelineEntry; onDone: () => void }) {
  const { at, kind, title, detail, state, traceId, action, subjectId } = entry;
  const badge = STATES[state];
  return (
    <li data-state={state}>
      <p className={styles.head}>
        <span className={styles.kind}>{KINDS[kind]}</span>
        <strong>{title}</strong>
        {badge && <Badge tone={badge[0]}>{badge[1]}</Badge>}
      </p>
      {detail && (
        <p className={styles.detail}>
          <bdi>{detail}</bdi>
        </p>
      )}
      <p className={styles.when}>
        <Moment at={at} /> <span>{secondText(at)}</span>
        {traceId && <Link to={`/admin/logs?search=${encodeURIComponent(traceId)}`}>Logs of this trace</Link>}
      </p>
      {action === 'replay-webhook' && <ReplayButton deliveryId={subjectId} onDone={onDone} />}
      {action === 'resend-key' && <ResendButton licenseId={subjectId} onDone={onDone} />}
    </li>
  );
}

interface ReplayButtonProps {
  deliveryId: string;
  onDone: () => void;
}

function ReplayButton({ deliveryId, onDone }: ReplayButtonProps) {
  const toast = useToast();
  const onError = useFailureToast('The webhook was not sent again');
  const replay = useWrite(replayWebhooks, {
    onSuccess: ({ replayed }) => {
      toast(
        replayed > 0
          ? { title: 'Webhook sent again', tone: 'success' }
          : {
              title: 'Not sent again',
              description: 'It arrived meanwhile, or was replayed less than a minute ago.',
            },
      );
      onDone();
    },
    onError,
  });
  return (
    <Button
      size="small"
      loading={replay.isPending}
      onClick={() => replay.mutate({ body: { ids: [deliveryId] } })}
    >
      Send webhook again
    </Button>
  );
}

interface ResendButtonProps {
  licenseId: string;
  onDone: () => void;
}

function ResendButton({ licenseId, onDone }: ResendButtonProps) {
  const toast = useToast();
  const onError = useFailureToast('The key was not sent again');
  const resend = useWrite(resendKey, {
    onSuccess: ({ message }) => {
      toast({ title: 'Key sent again', description: message, tone: 'success' });
      onDone();
    },
    onError,
  });
  return (
    <Button
      size="small"
      loading={resend.isPending}
      onClick={() => resend.mutate({ params: { id: licenseId } })}
    >
      Resend key
    </Button>
  );
}
