import type { orderRefunded } from '@leadping/contracts/commerce/order-events';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import { Types } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { changePaymentStatus } from './change-payment-status.ts';
import { foldPayment, NOTHING_TAKEN_BACK, statusOf, type PaymentChange } from './payment-status.ts';

type PaymentStatus = PayloadOf<typeof orderRefunded>;

/** Takes in what became of an order's money: revokes, suspends or reinstates its license. */
export async function onPaymentChanged(
  licensing: LicensingContext,
  order: PaymentStatus,
  change: PaymentChange,
): Promise<void> {
  if (order.productType !== 'main_product') return;
  const { orderId, revision } = order;
  for (;;) {
    const changed = await changePaymentStatus(licensing, { orderId }, change, (license) => ({
      payment: foldPayment(license.payment, change, revision),
    }));
    if (changed || (await leaveStub(licensing, order, change))) return;
  }
}

/** The order's payment has not arrived yet: stores what is known until it does. */
async function leaveStub(
  { licenses }: LicensingContext,
  { orderId, customerEmail, seller, revision }: PaymentStatus,
  change: PaymentChange,
): Promise<boolean> {
  const payment = foldPayment(NOTHING_TAKEN_BACK, change, revision);
  try {
    await licenses.create({
      _id: new Types.ObjectId(),
      orderId,
      email: customerEmail,
      emailKey: canonicalEmail(customerEmail),
      seller,
      origin: 'order',
      payment,
      status: statusOf(payment, false),
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
