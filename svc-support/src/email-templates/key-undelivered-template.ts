import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import type { EmailTemplate } from './email-template.ts';

const TEXTS = {
  refused:
    'The license was issued, but its key did not reach the customer. Correct the address in the license or the order: the key is then emailed again.',
  unavailable:
    'The license was issued, but our email provider accepted no email for two days, so its key did not reach the customer. Press “Correct email” at the license and save the same address: the key is then emailed again.',
};

/** For the admins: a key could not be mailed to a customer. */
export function keyUndeliveredEmailTemplate(
  mail: Pick<PayloadOf<typeof licenseMailSettled>, 'email' | 'orderId' | 'licenseId' | 'error' | 'cause'>,
  publicUrl: string,
): EmailTemplate {
  return {
    subject: 'A license key could not be emailed',
    brand: BRAND.name,
    heading: 'A license key could not be emailed',
    blocks: [
      { kind: 'paragraph', text: TEXTS[mail.cause ?? 'refused'] },
      {
        kind: 'facts',
        facts: [
          ['Address', mail.email || 'none'],
          ['Reason', mail.error ?? 'unknown'],
          ['License', mail.licenseId],
          ['Order', mail.orderId ?? 'none'],
        ],
      },
      { kind: 'button', label: 'Open the licenses', url: `${publicUrl}/admin/licenses` },
    ],
    footer: `You’re receiving this email because this address is notified of problems at ${BRAND.name}.`,
  };
}
