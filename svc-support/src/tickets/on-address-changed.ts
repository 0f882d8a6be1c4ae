import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

/** Moves the tickets of an address to another one that its owner confirmed. */
export async function onAddressChanged(
  { tickets }: Pick<SupportContext, 'tickets'>,
  change: PayloadOf<typeof customerAddressChanged>,
): Promise<void> {
  const emailChangedAt = new Date(change.changedAt);
  await tickets.updateMany(
    {
      emailKey: canonicalEmail(change.email),
      createdAt: trusted({ $lte: emailChangedAt }),
      // An event that is delivered again does not undo a later change.
      emailChangedAt: trusted({ $not: { $gte: emailChangedAt } }),
    },
    { $set: { email: change.newEmail, emailKey: canonicalEmail(change.newEmail), emailChangedAt } },
  );
}
