import type { AdminOrder } from '@leadping/contracts/commerce/order-routes';
import { RefundOrder } from '@leadping/web-kit/dashboard/refund-order.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { Button } from '@leadping/web-kit/ui/core';
import { answerWithdrawal, readOrders, readRefunds, refundOrder } from './endpoints.ts';

/** A button that opens the dialog. An order that was never paid, or is refunded in full, has none. */
export function RefundButton({ order }: { order: AdminOrder }) {
  const { subject, open, close } = useDialog<AdminOrder>();
  if (order.status !== 'completed' && order.status !== 'disputed') return null;
  return (
    <>
      <Button size="small" onClick={() => open(order)}>
        Refund
      </Button>
      <RefundOrder
        order={subject}
        read={readRefunds}
        refund={refundOrder}
        answer={order.seller.resellerId === null ? answerWithdrawal : null}
        schema={() => import('../../schemas.ts').then((schemas) => schemas.refundOrder.body)}
        invalidates={[readOrders]}
        onClose={close}
      />
    </>
  );
}
