import { BRAND } from '@leadping/contracts/brand';
import type { orderWithdrawn, WithdrawalOutcome } from '@leadping/contracts/commerce/order-events';
import { formatMoney } from '@leadping/contracts/currency';
import type { PayloadOf } from '@leadping/contracts/event';
import type { Block, EmailTemplate } from './email-template.ts';
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

const DISPUTED_FOR_BUYER =
  'The seller has it. Your bank has an open dispute about this payment. Until the bank has decided it, the payment cannot be refunded.';
const DISPUTED_FOR_SELLER =
  'The buyer’s bank has an open dispute about this payment, so Stripe refuses a refund. If the buyer may withdraw, accept the dispute in your Stripe dashboard, and the bank returns the money. Otherwise answer the dispute and the buyer.';
const LOST_FOR_SELLER =
  'The buyer’s bank had decided a dispute about this payment for the buyer and returned the money, so do not refund it. The license has ended.';

function wordsForBuyer({ outcome, obstacle, isWaived }: Withdrawn): string {
  if (outcome === 'late') return (isWaived && WAIVED_FOR_BUYER.late) || FOR_BUYER.late;
  if (obstacle === 'lost')
    return 'Your bank decided a dispute about this payment for you and returned the money, so nothing else is needed.';
  if (obstacle === 'disputed') return DISPUTED_FOR_BUYER;
  if (obstacle !== 'free') return FOR_BUYER[outcome];
  return outcome === 'refund'
    ? 'You paid nothing, so nothing is refunded. The license ends now.'
    : 'The seller checks it and replies to you. You paid nothing, so nothing is refunded.';
}

function wordsForSeller(order: Withdrawn): string {
  const { outcome, obstacle, isWaived } = order;
  if (outcome === 'late') return (isWaived && WAIVED_FOR_SELLER.late) || FOR_SELLER.late;
  if (obstacle === 'lost') return LOST_FOR_SELLER;
  const period = pastPeriodText(order);
  if (obstacle === 'disputed') return `${period}${DISPUTED_FOR_SELLER}`;
  if (obstacle !== 'free') {
    return period
      ? `${period}Refund the order, or answer the buyer. If the buyer is in time, the refund is due within 14 days.`
      : (isWaived && WAIVED_FOR_SELLER[outcome]) || FOR_SELLER[outcome];
  }
  return outcome === 'refund'
    ? 'The order cost nothing, so nothing is refunded. Its license was ended automatically, and there is nothing to do.'
    : `${period}The order cost nothing, so there is nothing to refund. ${takeBackText(order)} Or answer the buyer.`;
}

const pastPeriodText = ({ isPastPeriod }: Withdrawn) =>
  isPastPeriod
    ? 'It arrived up to four days after the period, which a public holiday at the buyer’s home may have extended. '
    : '';

function takeBackText({ productType, seller: { resellerId } }: Withdrawn): string {
  if (productType === 'reseller_rights') return 'Deactivate the reseller in Reseller Management.';
  return `Revoke its license under Licenses in ${resellerId === null ? 'the admin dashboard' : 'your dashboard'}.`;
}

/** Who gives the money back if Link is the seller of record. Nobody refunds an order that cost nothing. */
function payerBlocks({ purchase, obstacle, outcome }: Withdrawn): Block[] {
  const mayBeRefunded = obstacle === undefined && (outcome === 'refund' || outcome === 'request');
  return purchase?.seller.isManaged && mayBeRefunded
    ? [{ kind: 'paragraph', text: 'Link is your seller of record and pays any refund to you.' }]
    : [];
}

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
      { kind: 'paragraph', text: wordsForBuyer(order) },
      ...payerBlocks(order),
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
      { kind: 'paragraph', text: wordsForSeller(order) },
      {
        kind: 'button',
        label: resellerId === null ? 'Open the order' : 'Open your orders',
        url: `${publicUrl}${path}`,
      },
    ],
    footer: `You’re receiving this email because this address belongs to ${businessName} at ${BRAND.name}.`,
  };
}
