import type { orderEmailCorrected } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { LicensingContext } from '../context.ts';
import { addressKeyEntry, changeAddress } from './change-address.ts';
import { resendEntry } from './license-events.ts';
import { isIssued } from './is-issued.ts';
import { leaveStub } from './leave-stub.ts';
import type { IssuedLicense, License } from './license.model.ts';

type CorrectionContext = Pick<LicensingContext, 'licenses' | 'recent' | 'vault' | 'relay' | 'clock'>;
type Correction = PayloadOf<typeof orderEmailCorrected>;

/**
 * Copies the corrected address of an order to its license and has a new key mailed there. Each correction sends one mail,
 * at once or when the license is active again. The payment may arrive later with the previous address. The license is
 * then issued to the corrected address.
 */
export async function onOrderEmailCorrected(licensing: CorrectionContext, order: Correction): Promise<void> {
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

/** Commerce also keeps the later correction, whether it was made on the order or on the license. */
function isOlder({ correctedAt }: Correction, { emailCorrectedAt }: License): boolean {
  return (
    correctedAt !== undefined && emailCorrectedAt !== undefined && new Date(correctedAt) < emailCorrectedAt
  );
}

/** @returns false if the license was changed meanwhile */
async function correct(
  licensing: CorrectionContext,
  license: License,
  { customerEmail, revision, correctedAt }: Correction,
): Promise<boolean> {
  const { licenses, recent, relay } = licensing;
  const change = changeAddress(licensing, license, customerEmail);
  const corrected = { ...license, ...change.set };
  const isResent = isIssued(corrected) && license.status === 'active';
  const isKeyOwed = isIssued(corrected) && !isResent;
  const keyEntry = (issued: IssuedLicense) =>
    change.isOther ? addressKeyEntry(issued) : resendEntry(issued, `correction-${revision}`);
  const { matchedCount } = await licenses.updateOne(
    { _id: license._id, version: license.version },
    {
      $set: {
        ...change.set,
        emailRevision: revision,
        ...(correctedAt === undefined ? {} : { emailCorrectedAt: new Date(correctedAt) }),
        version: license.version + 1,
        ...(isKeyOwed ? { isKeyOwed } : {}),
      },
      // The outcome of the previous mail does not apply to this one.
      $unset: { mail: 1, republishAt: 1, ...change.unset },
      ...(isResent ? { $push: { outbox: keyEntry(corrected) } } : {}),
    },
  );
  relay.flush(licenses);
  if (license.keyIndex) recent.forget(license.keyIndex);
  return matchedCount === 1;
}
