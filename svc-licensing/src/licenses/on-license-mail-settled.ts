import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';

/**
 * Records the outcome of a key mail, so that the license is not published again. The mail settled last counts, in
 * whatever order the outcomes arrive.
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
  // Also for an older mail or a former address. The reply to a republished event is about the first mail, and a
  // corrected address gets its own mail.
  await licenses.updateOne({ _id: licenseId }, { $unset: { republishAt: 1 } });
}
