import type { Order } from '@leadping/contracts/commerce/order-routes';
import type { OrderRefunds, RefundOutcome } from '@leadping/contracts/commerce/refund-routes';
import type {
  getOrderRefunds,
  getResellerOrderRefunds,
  refundOrder,
  refundResellerOrder,
} from '@leadping/contracts/endpoints/commerce/refund';
import { formatMoney, fromDecimal } from '@leadping/contracts/currency';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { Alert } from '@leadping/web-kit/ui/core';
import { Radio } from '@leadping/web-kit/ui/form';
import type { Callable } from '../api/call.ts';
import { reading } from '../api/hooks.ts';
import { useWriteOnce } from '../api/write-once.ts';
import { ContractForm } from '../form/contract-form.tsx';
import { Field, SubmitButton, TextField } from '../form/fields.tsx';
import form from '../form/form.module.css';
import type { LoadSchema } from '../form/schema-facts.ts';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { Badge, type BadgeTone } from './badge.tsx';
import { FormDialog } from './form-dialog.tsx';
import { LoadError } from './load-error.tsx';
import { Moment } from './moment.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import styles from './refund-order.module.css';
import { useLast } from './use-last.ts';
import { type AnswerWithdrawal, WithdrawalNotice } from './withdrawal-notice.tsx';

type Refunded = Pick<Order, 'id' | 'customerEmail' | 'productType' | 'withdrawal'>;

interface RefundOrderProps {
  /** Undefined while the dialog is closed. */
  order: Refunded | undefined;
  read: typeof getOrderRefunds | typeof getResellerOrderRefunds;
  refund: typeof refundOrder | typeof refundResellerOrder;
  /** Null if another seller answers the buyer. */
  answer: AnswerWithdrawal | null;
  schema: LoadSchema;
  invalidates: readonly Callable[];
  onClose: () => void;
}

/** Refunds an order in full or in part. Needs a `UiProvider` around it. */
export function RefundOrder({ order, ...dialog }: RefundOrderProps) {
  const shown = useLast(order);
  return (
    <FormDialog isOpen={order !== undefined} title="Refund order" onClose={dialog.onClose}>
      {shown && <Refunds order={shown} {...dialog} />}
    </FormDialog>
  );
}

interface RefundsProps extends Omit<RefundOrderProps, 'order'> {
  order: Refunded;
}

function Refunds({ order, read, ...dialog }: RefundsProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(read, { params: { id: order.id } }),
    staleTime: 0,
    // What was refunded before must be as new as the dialog.
    gcTime: 0,
  });
  if (!data) {
    return error ? (
      <LoadError
        title="We couldn't load what can be refunded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <PageSkeleton />
    );
  }
  const { answer, invalidates, onClose } = dialog;
  return (
    <>
      {order.withdrawal && (
        <WithdrawalNotice
          orderId={order.id}
          withdrawal={order.withdrawal}
          {...{ answer, invalidates, onClose }}
        />
      )}
      <Sums refunds={data} customerEmail={order.customerEmail} />
      <Requests refunds={data} />
      {data.obstacle === null ? (
        <RefundForm key={data.refunded} order={order} refunds={data} {...dialog} />
      ) : (
        <Alert type="info" showIcon title="Nothing can be refunded now" description={data.obstacle} />
      )}
    </>
  );
}

const show = (amount: string, currency: OrderRefunds['currency']) => {
  const money = fromDecimal(amount, currency);
  return money ? formatMoney(money) : `${amount} ${currency}`;
};

function Sums({ refunds, customerEmail }: { refunds: OrderRefunds; customerEmail: string }) {
  const { total, refunded, refundable, currency } = refunds;
  return (
    <dl className={styles.sums}>
      <div>
        <dt>Buyer</dt>
        <dd>
          <bdi>{customerEmail || 'Unknown'}</bdi>
        </dd>
      </div>
      <div>
        <dt>Paid</dt>
        <dd>{show(total, currency)}</dd>
      </div>
      <div>
        <dt>Refunded so far</dt>
        <dd>{show(refunded, currency)}</dd>
      </div>
      <div>
        <dt>Left to refund</dt>
        <dd>{show(refundable, currency)}</dd>
      </div>
    </dl>
  );
}

const OUTCOMES: Record<RefundOutcome, [BadgeTone, string]> = {
  requested: ['warning', 'Refund requested, Stripe will confirm it'],
  confirmed: ['success', 'Confirmed by Stripe'],
  failed: ['danger', 'Failed, the money came back'],
  refused: ['danger', 'Refused by Stripe'],
};

function Requests({ refunds: { requests, currency } }: { refunds: OrderRefunds }) {
  if (requests.length === 0) return null;
  return (
    <ul className={styles.requests} aria-label="Refunds requested here">
      {requests.map(({ id, amount, requestedAt, outcome, reason }) => (
        <li key={id}>
          <p>
            <strong>{show(amount, currency)}</strong> <Moment at={requestedAt} />
            <Badge tone={OUTCOMES[outcome][0]}>{OUTCOMES[outcome][1]}</Badge>
          </p>
          {reason && <p className={styles.reason}>{reason}</p>}
        </li>
      ))}
    </ul>
  );
}

interface Values extends Record<string, unknown> {
  part: 'full' | 'part';
  amount: string;
}

interface RefundFormProps extends Omit<RefundsProps, 'read' | 'answer'> {
  refunds: OrderRefunds;
}

function RefundForm({ order, refunds, refund, schema, invalidates, onClose }: RefundFormProps) {
  const { refunded, refundable, currency } = refunds;
  const toast = useToast();
  const onError = useFailureToast('Nothing was refunded');
  const write = useWriteOnce(refund, {
    invalidates,
    onSuccess: () => {
      toast({
        title: 'Refund requested, Stripe will confirm it',
        description: 'The order changes once it has. That usually takes less than a minute.',
        tone: 'success',
      });
      onClose();
    },
    onError,
  });
  const left = fromDecimal(refundable, currency)?.amountMinor;
  const wanted = ({ part, amount }: Values) => (part === 'full' ? refundable : amount.trim());
  return (
    <ContractForm<Values>
      label={`Refund of order ${order.id}`}
      schema={schema}
      initial={{ part: 'full', amount: '' }}
      asSent={(values) => ({ amount: wanted(values), refunded })}
      check={(values) => {
        const minor = fromDecimal(wanted(values), currency)?.amountMinor ?? 0;
        const isWrong = left !== undefined && (minor < 1 || minor > left);
        return isWrong ? { amount: `Enter an amount of at most ${show(refundable, currency)}` } : {};
      }}
      error={write.error}
      onSubmit={(values) =>
        write.mutate({ params: { id: order.id }, body: { amount: wanted(values), refunded } })
      }
    >
      {(values) => {
        const amount = show(wanted(values), currency);
        const minor = fromDecimal(wanted(values), currency)?.amountMinor;
        const button = minor ? `Refund ${amount}` : 'Refund';
        return (
          <>
            <Field name="part" label="How much" required>
              <Radio.Group
                className={styles.choices ?? ''}
                options={[
                  { value: 'full', label: `All that is left, ${show(refundable, currency)}` },
                  { value: 'part', label: 'A part' },
                ]}
              />
            </Field>
            {values.part === 'part' && (
              <TextField
                name="amount"
                label={`Amount in ${currency}`}
                inputMode="decimal"
                autoComplete="off"
                hint={`At most ${show(refundable, currency)}, with tax.`}
              />
            )}
            <Consequence productType={order.productType} isFull={minor === left} />
            {write.lost && (
              <Alert
                className={form.notice}
                type="warning"
                showIcon
                title="The refund may have been requested"
                description={`We got no reply. Press “${button}” again without changing anything. It is never made twice.`}
              />
            )}
            <SubmitButton isBusy={write.isPending} busy="Requesting refund" isDanger>
              {button}
            </SubmitButton>
          </>
        );
      }}
    </ContractForm>
  );
}

/** What the refund means for the buyer's purchase, before anybody presses the button. */
function Consequence({ productType, isFull }: { productType: string; isFull: boolean }) {
  const isRights = productType === 'reseller_rights';
  const [title, description] = isFull
    ? isRights
      ? [
          'The reseller is deactivated',
          'Once Stripe confirms the refund, their sales page takes no more orders. Licenses that they sold keep working.',
        ]
      : [
          'The license is revoked',
          'Once Stripe confirms the refund, the key stops working on every device. If the refund fails later, the license works again.',
        ]
    : isRights
      ? ['The reseller stays active', 'A refund of a part changes nothing about their rights.']
      : ['The license stays active', 'A refund of a part changes nothing about the key.'];
  return (
    <Alert
      className={form.notice}
      type={isFull ? 'warning' : 'info'}
      showIcon
      title={title}
      description={description}
    />
  );
}
