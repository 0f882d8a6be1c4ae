import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import type { LicensingContext } from '../context.ts';

/** Support has mailed the key, or never will: the license is not published again and shows what became of it. */
export async function onMailSettled(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  { licenseId, email, outcome, error }: PayloadOf<typeof licenseMailSettled>,
): Promise<void> {
  await licenses.updateOne(
    { _id: licenseId, emailKey: canonicalEmail(email) },
    { $set: { mail: { outcome, error, settledAt: new Date() } }, $unset: { republishAt: 1 } },
  );
}
