import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { historyEntry } from './order-history.ts';

/**
 * Moves the orders of an address to another one that its owner confirmed. Licensing moves the licenses itself. An order
 * that was made after the change stays, because the previous address made it.
 */
export async function onAddressChanged(
  { orders }: Pick<CommerceContext, 'orders'>,
  change: PayloadOf<typeof customerAddressChanged>,
): Promise<void> {
  const changedAt = new Date(change.changedAt);
  await orders.updateMany(
    {
      canonicalEmail: canonicalEmail(change.email),
      createdAt: trusted({ $lte: changedAt }),
      // An event that is delivered again does not undo a later change.
      emailCorrectedAt: trusted({ $not: { $gte: changedAt } }),
    },
    {
      $set: {
        customerEmail: change.newEmail,
        canonicalEmail: canonicalEmail(change.newEmail),
        emailProblem: null,
        emailCorrectedAt: changedAt,
      },
      // Makes a concurrent payment update read the order again.
      $inc: { revision: 1 },
      $push: { history: historyEntry('email-corrected', changedAt) },
    },
  );
}
