import { BRAND } from '@leadping/contracts/brand';
import { formatMoney } from '@leadping/contracts/currency';
import type { orderContested } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { EmailTemplate } from './email-template.ts';

const WORDS = {
  inquiry: {
    subject: 'A bank has a question about a payment',
    text: 'The customer’s bank asks about the payment below. This is an inquiry and no dispute: no money was taken back.',
    license: 'The license keeps working.',
    nextStep:
      'Answer the inquiry under Disputes in your Stripe dashboard, or refund the payment. Without an answer it can become a dispute that you cannot win.',
  },
  dispute: {
    subject: 'A customer disputed a payment',
    text: 'The customer’s bank took the money of the payment below back until the dispute is decided.',
    license: 'The license is paused until then.',
    nextStep:
      'Send your evidence under Disputes in your Stripe dashboard in time. Our dashboard has a draft of it under the order.',
  },
};

/** What Stripe reported about it. Events of earlier releases have none of it. */
function answerFacts({ reason, dueBy }: PayloadOf<typeof orderContested>): [string, string][] {
  return [
    ...(reason ? [['Reason', reason.replaceAll('_', ' ')] satisfies [string, string]] : []),
    ...(dueBy ? [['Answer until', deadlineText(dueBy)] satisfies [string, string]] : []),
  ];
}

/** `November 22, 2026, 09:30 UTC` */
function deadlineText(dueBy: string): string {
  const day = new Date(dueBy).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day}, ${dueBy.slice(11, 16)} UTC`;
}

/** Tells the seller that a bank asks about a payment or took it back. */
export function contestedEmailTemplate(
  order: PayloadOf<typeof orderContested>,
  publicUrl: string,
): EmailTemplate {
  const { subject, text, license, nextStep } = WORDS[order.kind];
  const { resellerId, businessName } = order.seller;
  const path =
    resellerId === null
      ? `/admin/orders?order=${encodeURIComponent(order.orderId)}`
      : '/reseller-dashboard/orders';
  return {
    subject,
    brand: BRAND.name,
    heading: subject,
    blocks: [
      { kind: 'paragraph', text: order.productType === 'main_product' ? `${text} ${license}` : text },
      {
        kind: 'facts',
        facts: [
          ['Amount', formatMoney(order.money)],
          ['Customer', order.customerEmail || 'unknown'],
          ['Order', order.orderId],
          ['At Stripe', order.disputeId],
          ...answerFacts(order),
        ],
      },
      { kind: 'paragraph', text: nextStep },
      {
        kind: 'button',
        label: resellerId === null ? 'Open the order' : 'Open your orders',
        url: `${publicUrl}${path}`,
      },
    ],
    footer: `You’re receiving this email because this address belongs to ${businessName} at ${BRAND.name}.`,
  };
}
