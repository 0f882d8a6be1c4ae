import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseKeyRotated } from '@leadping/contracts/licensing/license-events';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';

/**
 * Puts the new key of a license on its order, so that a later order webhook has the key that works. The latest key counts, in
 * whatever order the events arrive.
 */
export async function onLicenseKeyRotated(
  { orders }: Pick<CommerceContext, 'orders'>,
  { orderId, licenseId, sealedLicenseKey, keyNumber = 1 }: PayloadOf<typeof licenseKeyRotated>,
): Promise<void> {
  if (orderId === null) return;
  await orders.updateOne(
    {
      _id: orderId,
      // Null if the event of the issued license arrives later.
      licenseId: trusted({ $in: [null, licenseId] }),
      licenseKeyNumber: trusted({ $not: { $gte: keyNumber } }),
    },
    { $set: { licenseId, sealedLicenseKey, licenseKeyNumber: keyNumber }, $unset: { republishAt: 1 } },
  );
}
