import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';

/**
 * Adds the licenses of an address to those of another one. Both mailboxes confirmed it, so the keys stay. A license that was
 * issued after the change stays, because the previous address bought it.
 */
export async function onAddressChanged(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  change: PayloadOf<typeof customerAddressChanged>,
): Promise<void> {
  const changedAt = new Date(change.changedAt);
  await licenses.updateMany(
    {
      emailKey: canonicalEmail(change.email),
      createdAt: trusted({ $lte: changedAt }),
      // An event that is delivered again does not undo a later change.
      emailCorrectedAt: trusted({ $not: { $gte: changedAt } }),
    },
    {
      $set: {
        email: change.newEmail,
        emailKey: canonicalEmail(change.newEmail),
        emailCorrectedAt: changedAt,
      },
      // Makes concurrent writers read the license again.
      $inc: { version: 1 },
    },
  );
}
