import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseEmailCorrected } from '@leadping/contracts/licensing/license-events';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { historyEntry } from './order-history.ts';

/**
 * Takes the address that was corrected on a license for its order. Licensing has the key mailed there itself, so nothing
 * is published; a correction that was made here later holds, and so does an erasure.
 */
export async function onLicenseEmailCorrected(
  { orders }: Pick<CommerceContext, 'orders'>,
  license: PayloadOf<typeof licenseEmailCorrected>,
): Promise<void> {
  if (license.orderId === null) return;
  const correctedAt = new Date(license.correctedAt);
  await orders.updateOne(
    {
      _id: license.orderId,
      $and: [
        { $or: [{ emailCorrectedAt: null }, { emailCorrectedAt: trusted({ $lt: correctedAt }) }] },
        { $or: [{ erasedAt: null }, { erasedAt: trusted({ $lt: correctedAt }) }] },
      ],
    },
    {
      $set: {
        customerEmail: license.email,
        canonicalEmail: canonicalEmail(license.email),
        emailProblem: null,
        emailCorrectedAt: correctedAt,
      },
      // Whoever folds a payment into it at this moment reads it again.
      $inc: { revision: 1 },
      $push: { history: historyEntry('email-corrected', correctedAt) },
    },
  );
}
