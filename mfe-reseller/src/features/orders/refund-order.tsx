import type { Order } from '@leadping/contracts/commerce/order-routes';
import { RefundOrder } from '@leadping/web-kit/dashboard/refund-order.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import {
  answerWithdrawal,
  readLicenses,
  readOrders,
  readOrderTotals,
  readRefunds,
  refundOrder,
} from '../../endpoints.ts';

interface RefundResellerOrderProps {
  order: Order | undefined;
  onClose: () => void;
}

export default function RefundResellerOrder({ order, onClose }: RefundResellerOrderProps) {
  return (
    <UiProvider>
      <RefundOrder
        order={order}
        read={readRefunds}
        refund={refundOrder}
        answer={answerWithdrawal}
        schema={() => import('../../schemas.ts').then((schemas) => schemas.refundResellerOrder.body)}
        invalidates={[readOrders, readOrderTotals, readLicenses]}
        onClose={onClose}
      />
    </UiProvider>
  );
}
