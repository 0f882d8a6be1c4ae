import type { orderEmailCorrected } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { LicensingContext } from '../context.ts';
import { resendEntry } from './license-events.ts';
import { isIssued } from './is-issued.ts';
import { leaveStub } from './leave-stub.ts';
import type { License } from './license.model.ts';

type Correction = PayloadOf<typeof orderEmailCorrected>;

/**
 * Takes the corrected address of an order's customer for its license and has the key mailed there, once for each
 * correction, or once the license is active again. The payment may arrive after it, with the address of before: then the
 * license is issued to the corrected one.
 */
export async function onOrderEmailCorrected(
  licensing: Pick<LicensingContext, 'licenses' | 'relay' | 'clock'>,
  order: Correction,
): Promise<void> {
  if (order.productType !== 'main_product') return;
  const { orderId, revision } = order;
  for (;;) {
    const license = await licensing.licenses.findOne({ orderId }).lean();
    if (!license) {
      if (await leaveStub(licensing, order, { emailRevision: revision })) return;
    } else {
      if ((license.emailRevision ?? 0) >= revision || isOlder(order, license)) return;
      if (await correct(licensing, license, order)) return;
    }
  }
}

/** Commerce, too, keeps the later one of a correction of its own and one that was made on the license. */
function isOlder({ correctedAt }: Correction, { emailCorrectedAt }: License): boolean {
  return (
    correctedAt !== undefined && emailCorrectedAt !== undefined && new Date(correctedAt) < emailCorrectedAt
  );
}

/** @returns false where the license was changed meanwhile. */
async function correct(
  { licenses, relay }: Pick<LicensingContext, 'licenses' | 'relay'>,
  license: License,
  { customerEmail, revision, correctedAt }: Correction,
): Promise<boolean> {
  const corrected = { ...license, email: customerEmail };
  const isResent = isIssued(corrected) && license.status === 'active';
  const isKeyOwed = isIssued(corrected) && !isResent;
  const { matchedCount } = await licenses.updateOne(
    { _id: license._id, version: license.version },
    {
      $set: {
        email: customerEmail,
        emailKey: canonicalEmail(customerEmail),
        emailRevision: revision,
        ...(correctedAt === undefined ? {} : { emailCorrectedAt: new Date(correctedAt) }),
        version: license.version + 1,
        ...(isKeyOwed ? { isKeyOwed } : {}),
      },
      // What support settles of the mail before says nothing about this one.
      $unset: { mail: 1, republishAt: 1 },
      ...(isResent ? { $push: { outbox: resendEntry(corrected, `correction-${revision}`) } } : {}),
    },
  );
  relay.flush(licenses);
  return matchedCount === 1;
}
