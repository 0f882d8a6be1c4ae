import { BRAND } from '@leadping/contracts/brand';
import type { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { EmailTemplate } from './email-template.ts';

const REASONS = {
  refunded: 'The payment for their reseller rights was refunded in full.',
  'dispute-lost': 'The payment for their reseller rights was lost in a dispute.',
};

/** For the admins: a reseller was deactivated because their rights are no longer paid. */
export function rightsEndedEmailTemplate(
  reseller: PayloadOf<typeof resellerRightsEnded>,
  publicUrl: string,
): EmailTemplate {
  return {
    subject: `Reseller deactivated: ${reseller.businessName}`,
    brand: BRAND.name,
    heading: 'A reseller was deactivated',
    blocks: [
      { kind: 'paragraph', text: `${REASONS[reseller.reason]} Licenses that they sold keep working.` },
      {
        kind: 'facts',
        facts: [
          ['Business', reseller.businessName],
          ['Address', reseller.email ?? 'none'],
          ['Order', reseller.resellerId],
        ],
      },
      {
        kind: 'paragraph',
        text: 'To let them keep selling, activate them again in Reseller Management.',
      },
      { kind: 'button', label: 'Open the dashboard', url: `${publicUrl}/admin` },
    ],
    footer: `You’re receiving this email because this address is among the notification addresses of ${BRAND.name}.`,
  };
}
