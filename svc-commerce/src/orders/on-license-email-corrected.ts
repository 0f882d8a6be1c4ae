import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseEmailCorrected } from '@leadping/contracts/licensing/license-events';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { historyEntry } from './order-history.ts';

/**
 * Copies an address that was corrected on a license to its order. Licensing mails the key there itself, so nothing is
 * published. A later correction on the order wins, and an erased order stays erased.
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
      // Makes a concurrent payment update read the order again.
      $inc: { revision: 1 },
      $push: { history: historyEntry('email-corrected', correctedAt) },
    },
  );
}
