import type { orderRefunded } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { LicensingContext } from '../context.ts';
import { changePaymentStatus } from './change-payment-status.ts';
import { leaveStub } from './leave-stub.ts';
import { foldPayment, NOTHING_TAKEN_BACK, type PaymentChange } from './payment-status.ts';

type ChangedOrder = PayloadOf<typeof orderRefunded>;

/** Takes in what became of an order's money: revokes, suspends or reinstates its license. */
export async function onPaymentChanged(
  licensing: LicensingContext,
  order: ChangedOrder,
  change: PaymentChange,
): Promise<void> {
  if (order.productType !== 'main_product') return;
  const { orderId, revision } = order;
  for (;;) {
    const changed = await changePaymentStatus(licensing, { orderId }, change, (license) => ({
      payment: foldPayment(license.payment, change, revision),
    }));
    if (changed) return;
    if (await leaveStub(licensing, order, { payment: foldPayment(NOTHING_TAKEN_BACK, change, revision) }))
      return;
  }
}
