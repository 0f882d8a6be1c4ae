import { BRAND } from '@leadping/contracts/brand';
import type { orderEmailProblem } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { EmailTemplate } from './email-template.ts';

const PROBLEMS = {
  missing: 'The payment for this order had no email address, so no license key could be sent.',
  refused: 'The email provider rejected this customer’s address, so the license key did not arrive.',
};

/** For the admins: a customer paid and has no key. */
export function orderEmailProblemTemplate(
  order: PayloadOf<typeof orderEmailProblem>,
  publicUrl: string,
): EmailTemplate {
  return {
    subject: 'A customer paid and has no license key yet',
    brand: BRAND.name,
    heading: 'A customer paid and has no license key yet',
    blocks: [
      { kind: 'paragraph', text: PROBLEMS[order.problem] },
      {
        kind: 'facts',
        facts: [
          ['Order', order.orderId],
          ['Seller', order.seller.businessName],
          ['Address', order.customerEmail || 'none'],
        ],
      },
      {
        kind: 'paragraph',
        text: 'Correct the address in the order: the license key is emailed there at once. Stripe shows who paid.',
      },
      { kind: 'button', label: 'Open the dashboard', url: `${publicUrl}/admin` },
    ],
    footer: `You’re receiving this email because this address is among the notification addresses of ${BRAND.name}.`,
  };
}
