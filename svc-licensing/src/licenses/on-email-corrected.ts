import type { orderEmailCorrected } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { resendEntry } from './license-events.ts';
import { isIssued } from './is-issued.ts';

/**
 * Takes the corrected address of an order's customer for its license and has the key mailed there, once for each
 * correction. Without a license yet there is nothing to do: the order's payment brings the right address.
 */
export async function onEmailCorrected(
  { licenses, relay }: Pick<LicensingContext, 'licenses' | 'relay'>,
  { orderId, customerEmail, revision }: PayloadOf<typeof orderEmailCorrected>,
): Promise<void> {
  const license = await licenses.findOne({ orderId }).lean();
  if (!license || (license.emailRevision ?? 0) >= revision) return;
  const corrected = { ...license, email: customerEmail };
  const isResent = isIssued(corrected) && license.status === 'active';
  await licenses.updateOne(
    {
      _id: license._id,
      $or: [{ emailRevision: null }, { emailRevision: trusted({ $lt: revision }) }],
    },
    {
      $set: {
        email: customerEmail,
        emailKey: canonicalEmail(customerEmail),
        emailRevision: revision,
      },
      // What support settles of the mail before says nothing about this one.
      $unset: { mail: 1 },
      ...(isResent ? { $push: { outbox: resendEntry(corrected, `correction-${revision}`) } } : {}),
    },
  );
  relay.flush();
}
