import type { Order } from '@leadping/contracts/commerce/order-routes';
import type {
  answerResellerWithdrawal,
  answerWithdrawal,
} from '@leadping/contracts/endpoints/commerce/withdrawal';
import { Alert, Button } from '@leadping/web-kit/ui/core';
import { useToast } from '@leadping/web-kit/shell';
import type { Callable } from '../api/call.ts';
import { useWrite } from '../api/hooks.ts';
import form from '../form/form.module.css';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { withdrawalFacts } from './withdrawal-text.ts';

export type AnswerWithdrawal = typeof answerWithdrawal | typeof answerResellerWithdrawal;

interface WithdrawalNoticeProps {
  orderId: string;
  withdrawal: NonNullable<Order['withdrawal']>;
  /** Null if another seller has to answer. */
  answer: AnswerWithdrawal | null;
  invalidates: readonly Callable[];
  onClose: () => void;
}

/** When the buyer withdrew, until when a refund is due, and a button that ends the request. */
export function WithdrawalNotice({
  orderId,
  withdrawal,
  answer,
  invalidates,
  onClose,
}: WithdrawalNoticeProps) {
  return (
    <Alert
      className={form.notice}
      type={withdrawal.isOpen ? 'warning' : 'info'}
      showIcon
      title="The buyer withdrew"
      description={
        <>
          <p>{withdrawalFacts(withdrawal)}</p>
          {withdrawal.isOpen && answer && (
            <AnswerButton orderId={orderId} answer={answer} invalidates={invalidates} onClose={onClose} />
          )}
        </>
      }
    />
  );
}

function AnswerButton({
  orderId,
  answer,
  invalidates,
  onClose,
}: Omit<WithdrawalNoticeProps, 'withdrawal' | 'answer'> & { answer: AnswerWithdrawal }) {
  const toast = useToast();
  const onError = useFailureToast('The request is still open');
  const write = useWrite(answer, {
    invalidates,
    onSuccess: () => {
      toast({ title: 'Withdrawal marked as answered', tone: 'success' });
      onClose();
    },
    onError,
  });
  return (
    <Button size="small" loading={write.isPending} onClick={() => write.mutate({ params: { id: orderId } })}>
      Mark as answered
    </Button>
  );
}
