import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { hashEmail } from './hash-email.ts';
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
  const [previous, next] = [canonicalEmail(change.email), canonicalEmail(change.newEmail)];
  const moved = {
    canonicalEmail: previous,
    createdAt: trusted({ $lte: changedAt }),
    // An event that is delivered again does not undo a later change.
    emailCorrectedAt: trusted({ $not: { $gte: changedAt } }),
  };
  // The same buyer has both mailboxes, so a contract that was confirmed to one of them stays confirmed.
  await orders.updateMany(
    { ...moved, 'confirmation.emailHash': hashEmail(previous) },
    { $set: { 'confirmation.emailHash': hashEmail(next) } },
  );
  await orders.updateMany(moved, {
    $set: {
      customerEmail: change.newEmail,
      canonicalEmail: next,
      emailProblem: null,
      emailCorrectedAt: changedAt,
    },
    // Makes a concurrent payment update read the order again.
    $inc: { revision: 1 },
    $push: { history: historyEntry('email-corrected', changedAt) },
  });
}
