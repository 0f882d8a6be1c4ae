import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';

/**
 * Support has mailed the key, or never will: the license is not published again and shows what became of it. Of several mails
 * the one that was settled last counts, in whatever order their outcomes arrive.
 */
export async function onMailSettled(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  { licenseId, email, outcome, error, ...mail }: PayloadOf<typeof licenseMailSettled>,
): Promise<void> {
  const settledAt = new Date(mail.settledAt ?? Date.now());
  const mailed = { _id: licenseId, emailKey: canonicalEmail(email) };
  await licenses.updateOne(
    {
      ...mailed,
      $or: [{ 'mail.settledAt': null }, { 'mail.settledAt': trusted({ $lte: settledAt }) }],
    },
    { $set: { mail: { outcome, error, settledAt } } },
  );
  // Of an older mail too: the reply to an event that was published again is about the first one.
  await licenses.updateOne(mailed, { $unset: { republishAt: 1 } });
}
