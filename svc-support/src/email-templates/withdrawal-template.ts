import { BRAND } from '@leadping/contracts/brand';
import type { orderWithdrawn, WithdrawalOutcome } from '@leadping/contracts/commerce/order-events';
import { formatMoney } from '@leadping/contracts/currency';
import type { PayloadOf } from '@leadping/contracts/event';
import type { EmailTemplate } from './email-template.ts';
import { sellerName, sellerUrl } from './license-template.ts';
import { sellerIdentity } from './seller-identity.ts';

type Withdrawn = PayloadOf<typeof orderWithdrawn>;

const FOR_BUYER: Record<WithdrawalOutcome, string> = {
  refund:
    'The refund to the payment that you made is being requested now. It usually arrives within 10 days. The license ends once it is confirmed. If the payment provider refuses it, the seller writes to you.',
  request: 'The seller checks it and replies to you. A refund goes to the payment that you made.',
  refunded: 'Your payment was refunded before, so nothing else is needed.',
  late: 'It arrived after the period for withdrawals of this order. The seller has it, and your other rights are not affected.',
};

const FOR_SELLER: Record<WithdrawalOutcome, string> = {
  refund:
    'The refund was requested automatically. Stripe confirms it. If the order stays unrefunded, refund it there.',
  request: 'Refund the order, or answer the buyer. By law a refund is due within 14 days.',
  refunded: 'The order was refunded before, so there is nothing to do.',
  late: 'It arrived after the period for withdrawals and your guarantee. Nothing was refunded. Answer the buyer.',
};

/** After a consent to immediate delivery only the guarantee counts. */
const WAIVED_FOR_BUYER: Partial<Record<WithdrawalOutcome, string>> = {
  late: 'You agreed to immediate delivery when you bought, which ended the right of withdrawal, and no guarantee of the seller applies any more. The seller has your message, and your other rights are not affected.',
};
const WAIVED_FOR_SELLER: Partial<Record<WithdrawalOutcome, string>> = {
  request:
    'The buyer agreed to immediate delivery, which ended the right of withdrawal, but your guarantee applies. Refund the order, or answer the buyer.',
  late: 'The buyer agreed to immediate delivery, which ended the right of withdrawal, and no guarantee applies. Nothing was refunded. Answer the buyer.',
};

/** Date and time in UTC, because the law asks for both. */
function timeText(at: string): string {
  const format = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' } as const;
  return `${new Date(at).toLocaleString('en-US', format)} UTC`;
}

function facts({ orderId, money, name, customerEmail, receivedAt }: Withdrawn): [string, string][] {
  return [
    ['Received', timeText(receivedAt)],
    ['Order', orderId],
    ['Amount', formatMoney(money)],
    ...(name ? [['Name', name] satisfies [string, string]] : []),
    ['Email', customerEmail],
  ];
}

/** The buyer's confirmation: the content of the withdrawal, and the time when it arrived. */
export function withdrawalEmailTemplate(order: Withdrawn, publicUrl: string): EmailTemplate {
  const seller = sellerName(order);
  return {
    subject: `Your withdrawal from order ${order.orderId}`,
    brand: seller,
    heading: 'We received your withdrawal',
    blocks: [
      { kind: 'paragraph', text: `You withdrew from your purchase of ${BRAND.name} from ${seller}.` },
      { kind: 'facts', facts: facts(order) },
      {
        kind: 'paragraph',
        text: (order.isWaived && WAIVED_FOR_BUYER[order.outcome]) || FOR_BUYER[order.outcome],
      },
      { kind: 'button', label: 'Contact support', url: `${sellerUrl(order, publicUrl)}/support` },
    ],
    footer: `You’re receiving this email because somebody withdrew from an order with this address. If it wasn’t you, please write to us.`,
    ...sellerIdentity(order, publicUrl),
  };
}

export function withdrawalNoticeTemplate(order: Withdrawn, publicUrl: string): EmailTemplate {
  const { resellerId, businessName } = order.seller;
  const path =
    resellerId === null
      ? `/admin/orders?order=${encodeURIComponent(order.orderId)}`
      : '/reseller-dashboard/orders';
  return {
    subject: 'A buyer withdrew from an order',
    brand: BRAND.name,
    heading: 'A buyer withdrew from an order',
    blocks: [
      { kind: 'facts', facts: facts(order) },
      {
        kind: 'paragraph',
        text: (order.isWaived && WAIVED_FOR_SELLER[order.outcome]) || FOR_SELLER[order.outcome],
      },
      {
        kind: 'button',
        label: resellerId === null ? 'Open the order' : 'Open your orders',
        url: `${publicUrl}${path}`,
      },
    ],
    footer: `You’re receiving this email because this address belongs to ${businessName} at ${BRAND.name}.`,
  };
}
