import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { keyUndeliveredEmailTemplate } from '../email-templates/key-undelivered-template.ts';
import { isReserved } from './is-reserved.ts';
import type { MailWriter } from './mail-writer.ts';

export async function onLicenseMailSettled(
  { queueForAdmins, publicUrl }: MailWriter,
  mail: PayloadOf<typeof licenseMailSettled>,
): Promise<void> {
  if (mail.outcome === 'sent' || mail.isWithdrawn || isReserved(mail.email)) return;
  // Commerce publishes the problem of an order, whose mail says where to correct the address: one notice is enough.
  if (mail.orderId !== null) return;
  // A customer waits for a key: not a notice that an admin can turn off.
  await queueForAdmins(keyUndeliveredEmailTemplate(mail, publicUrl), {
    // Published again it is the same notice; another failure of the same address has another remedy.
    effectId: `key-undelivered:${mail.licenseId}:${mail.cause ?? 'refused'}:${mail.email}`,
    purpose: 'staff-notice',
    senderName: BRAND.name,
  });
}
