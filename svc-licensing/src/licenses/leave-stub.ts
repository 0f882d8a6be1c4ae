import { canonicalEmail } from '@leadping/contracts/email-address';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { Types } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import type { License } from './license.model.ts';
import { NOTHING_TAKEN_BACK, statusOf } from './payment-status.ts';

interface UnpaidOrder {
  orderId: string;
  customerEmail: string;
  seller: License['seller'];
}

/**
 * Stores the state of an order whose payment has not arrived yet. The license is issued from it.
 * @returns false if the license or its stub exists already
 */
export async function leaveStub(
  { licenses, clock }: Pick<LicensingContext, 'licenses' | 'clock'>,
  { orderId, customerEmail, seller }: UnpaidOrder,
  known: Partial<Pick<License, 'payment' | 'emailRevision'>>,
): Promise<boolean> {
  const payment = known.payment ?? NOTHING_TAKEN_BACK;
  const status = statusOf(payment, false);
  try {
    await licenses.create({
      _id: new Types.ObjectId(),
      orderId,
      email: customerEmail,
      emailKey: canonicalEmail(customerEmail),
      seller,
      origin: 'order',
      ...known,
      payment,
      status,
      ...(status === 'active' ? {} : { statusChangedAt: new Date(clock.now()) }),
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
