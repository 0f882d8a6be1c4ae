import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';

/**
 * Support has mailed the key, or never will: the license is not published again and shows what became of it. Of several mails
 * the one that was settled last counts, in whatever order their outcomes arrive.
 */
export async function onLicenseMailSettled(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  { licenseId, email, outcome, error, isWithdrawn = false, ...mail }: PayloadOf<typeof licenseMailSettled>,
): Promise<void> {
  const settledAt = new Date(mail.settledAt ?? Date.now());
  if (!isWithdrawn) {
    await licenses.updateOne(
      {
        _id: licenseId,
        emailKey: canonicalEmail(email),
        $or: [{ 'mail.settledAt': null }, { 'mail.settledAt': trusted({ $lte: settledAt }) }],
      },
      { $set: { mail: { outcome, error, settledAt } } },
    );
  }
  // Of an older mail and a former address too: the reply to an event that was published again is about the first mail, and a
  // corrected address has a mail of its own.
  await licenses.updateOne({ _id: licenseId }, { $unset: { republishAt: 1 } });
}
