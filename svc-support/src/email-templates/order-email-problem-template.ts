import { BRAND } from '@leadping/contracts/brand';
import type { orderEmailProblem } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { EmailTemplate } from './email-template.ts';

const CORRECT_ADDRESS =
  'Correct the address in the order: the license key is emailed there at once. Stripe shows who paid.';
const PROBLEMS = {
  missing: {
    text: 'The payment for this order had no email address, so no license key could be sent.',
    nextStep: CORRECT_ADDRESS,
  },
  refused: {
    text: 'The email provider rejected this customer’s address, so the license key did not arrive.',
    nextStep: CORRECT_ADDRESS,
  },
  undelivered: {
    text: 'Our email provider accepted no email for two days, so the license key did not arrive.',
    nextStep: 'Press “Resend key” in the order: the license key is emailed again to the same address.',
  },
};

/** For the admins: a customer paid and has no key. */
export function orderEmailProblemTemplate(
  order: PayloadOf<typeof orderEmailProblem>,
  publicUrl: string,
): EmailTemplate {
  const { text, nextStep } = PROBLEMS[order.isUndelivered ? 'undelivered' : order.problem];
  return {
    subject: 'A customer paid and has no license key yet',
    brand: BRAND.name,
    heading: 'A customer paid and has no license key yet',
    blocks: [
      { kind: 'paragraph', text },
      {
        kind: 'facts',
        facts: [
          ['Order', order.orderId],
          ['Seller', order.seller.businessName],
          ['Address', order.customerEmail || 'none'],
        ],
      },
      { kind: 'paragraph', text: nextStep },
      {
        kind: 'button',
        label: 'Open the order',
        url: `${publicUrl}/admin/orders?order=${encodeURIComponent(order.orderId)}`,
      },
    ],
    footer: `You’re receiving this email because this address is among the notification addresses of ${BRAND.name}.`,
  };
}
