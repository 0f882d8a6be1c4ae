import type { DisputeStage, OrderDispute } from '@leadping/contracts/commerce/dispute-routes';
import type {
  getOrderDisputes,
  getResellerOrderDisputes,
} from '@leadping/contracts/endpoints/commerce/dispute';
import { formatMoney, fromDecimal } from '@leadping/contracts/currency';
import { useQuery } from '@leadping/web-kit/query';
import { Alert, Button } from '@leadping/web-kit/ui/core';
import { Download } from 'lucide-react';
import { reading } from '../api/hooks.ts';
import { saveFile } from '../page/save-file.ts';
import { minuteText } from '../page/dates.ts';
import { Badge, type BadgeTone } from './badge.tsx';
import { CodeBlock } from './code-block.tsx';
import { LoadError } from './load-error.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import styles from './disputes.module.css';

interface DisputesProps {
  orderId: string;
  read: typeof getOrderDisputes | typeof getResellerOrderDisputes;
}

/** The disputes of an order, with a draft of the evidence to copy or download. Needs a `UiProvider` around it. */
export function Disputes({ orderId, read }: DisputesProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(read, { params: { id: orderId } }),
    staleTime: 0,
  });
  if (!data) {
    return error ? (
      <LoadError
        title="We couldn't load the dispute"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <PageSkeleton />
    );
  }
  const { disputes, evidence, missing } = data;
  return (
    <div className={styles.disputes}>
      {disputes.map((dispute) => (
        <Facts key={dispute.id} dispute={dispute} />
      ))}
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="Part of the draft is missing"
          description={`${missing.join(' and ')} didn’t respond. Try again in a moment.`}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {evidence !== null && <Evidence orderId={orderId} text={evidence} />}
    </div>
  );
}

const STAGES: Record<DisputeStage, [BadgeTone, string]> = {
  'needs-response': ['warning', 'Needs an answer'],
  'under-review': ['neutral', 'Under review'],
  won: ['success', 'Won'],
  lost: ['danger', 'Lost'],
  closed: ['success', 'Closed'],
};

function Facts({ dispute }: { dispute: OrderDispute }) {
  const { isInquiry, stage, reason, amount, currency, dueBy, stripeUrl } = dispute;
  const money = amount !== null && currency !== null ? fromDecimal(amount, currency) : null;
  const [tone, text] = STAGES[stage];
  return (
    <div>
      <dl className={styles.facts}>
        <div>
          <dt>{isInquiry ? 'Inquiry' : 'Dispute'}</dt>
          <dd>
            <Badge tone={tone}>{text}</Badge>
          </dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>{money ? formatMoney(money) : 'Not reported'}</dd>
        </div>
        <div>
          <dt>Reason</dt>
          <dd>{reason ? reasonText(reason) : 'Not reported'}</dd>
        </div>
        <div>
          <dt>Answer until</dt>
          <dd>{dueBy ? minuteText(dueBy) : 'Not reported'}</dd>
        </div>
      </dl>
      <p className={styles.note}>
        {isInquiry
          ? stage === 'closed'
            ? 'The bank has closed this inquiry. It took no money for it.'
            : 'The bank asks about the payment. It has taken no money for that, and the inquiry does not end the license.'
          : stage === 'needs-response' || stage === 'under-review'
            ? 'The bank has taken the money back until the dispute is decided.'
            : 'This dispute is decided.'}{' '}
        <a href={stripeUrl} target="_blank" rel="noopener noreferrer">
          Open it in your Stripe dashboard
        </a>
      </p>
    </div>
  );
}

/** `product_not_received` as `Product not received`. */
function reasonText(reason: string): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Evidence({ orderId, text }: { orderId: string; text: string }) {
  const save = () => saveFile(`evidence-${orderId}.txt`, new Blob([text], { type: 'text/plain' }));
  return (
    <div className={styles.evidence}>
      <p className={styles.note}>
        A draft from what is recorded about the order. Check it, add what you know, and send it in your Stripe
        dashboard: Stripe takes evidence only once. We never send it.
      </p>
      <CodeBlock label="Evidence draft" code={text} />
      <p>
        <Button icon={<Download size={16} />} onClick={save}>
          Download as text
        </Button>
      </p>
    </div>
  );
}
