import type { OrderDispute, OrderDisputes } from '@leadping/contracts/commerce/dispute-routes';
import { formatMoney } from '@leadping/contracts/currency';
import { WITHDRAWAL_DAYS } from '@leadping/contracts/promises';
import type { MailDelivery, TimelineEntry } from '@leadping/contracts/timeline';
import { dateOfSale, type OrderDocument } from '../orders/order.model.ts';
import { netRefundedMinor } from '../orders/payment-facts.ts';
import { hasWaived } from '../orders/has-waived.ts';

interface EvidenceFacts {
  order: OrderDocument;
  dispute: OrderDispute;
  /** From licensing. */
  entries: readonly TimelineEntry[];
  mails: readonly MailDelivery[];
  missing: OrderDisputes['missing'];
}

const PRODUCTS = {
  main_product: 'a lifetime license of the Leadping Chrome extension, delivered as a license key by email',
  reseller_rights: 'the right to resell Leadping licenses, delivered as a sign-in by email',
};

/** Writes what is known about an order as evidence. Times are UTC. Contains only what was recorded. */
export function writeEvidence(facts: EvidenceFacts, publicUrl: string): string {
  const { order, dispute, missing } = facts;
  const sections: [string, string[]][] = [
    [`${dispute.isInquiry ? 'Inquiry' : 'Dispute'} ${dispute.id}`, disputeLines(dispute)],
    ['Purchase', purchaseLines(order)],
    ['Delivery', missing.includes('svc-support') ? [NOT_READ] : deliveryLines(facts)],
    ['Use of the product', missing.includes('svc-licensing') ? [NOT_READ] : useLines(facts)],
    ['Terms', termLines(order, publicUrl)],
    ['Contact and refunds', refundLines(order)],
  ];
  return sections
    .map(([title, lines]) => `${title}\n${lines.map((line) => `- ${line}`).join('\n')}`)
    .join('\n\n');
}

const NOT_READ = 'This part could not be read. Load the draft again before you use it.';

const at = (time: Date | string) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function disputeLines({ reason, dueBy }: OrderDispute): string[] {
  return [
    `Reason given: ${reason?.replaceAll('_', ' ') ?? 'not reported'}`,
    `Evidence is due by: ${dueBy ? at(dueBy) : 'not reported'}`,
  ];
}

function purchaseLines(order: OrderDocument): string[] {
  const { _id, money, customerEmail, customerName, customerBusinessName, productType, paymentIntentId } =
    order;
  return [
    `Order: ${_id}`,
    ...(paymentIntentId ? [`Payment at Stripe: ${paymentIntentId}`] : []),
    `Bought: ${PRODUCTS[productType]}`,
    `Paid: ${formatMoney(money)} on ${at(dateOfSale(order))}`,
    `Seller: ${order.sellerTerms?.details.legalName || order.businessName}`,
    `Buyer: ${[customerName, customerBusinessName, customerEmail].filter(Boolean).join(', ') || 'not known'}`,
  ];
}

function deliveryLines({ order, mails }: EvidenceFacts): string[] {
  if (order.productType === 'reseller_rights') return [RIGHTS_DELIVERY];
  if (mails.length === 0) return ['No email with the key is recorded.'];
  return mails.flatMap(({ to, sentAt, events }) => [
    `Email with the license key to ${to}, accepted by Postmark on ${at(sentAt)}`,
    ...(events ?? []).map(({ kind, at: time }) => `${EVENT_WORDS[kind]} on ${at(time)}`),
    ...(events === null ? ['Postmark was not reached for the delivery of this email.'] : []),
  ]);
}

const RIGHTS_DELIVERY =
  'The sign-in is sent by email after the payment. Postmark’s activity page shows whether the buyer’s mail server took it.';

const EVENT_WORDS: Record<NonNullable<MailDelivery['events']>[number]['kind'], string> = {
  delivered: 'Postmark reports: delivered to the buyer’s mail server',
  opened: 'Postmark reports: opened',
  bounced: 'Postmark reports: returned by the buyer’s mail server',
};

function useLines({ order, entries }: EvidenceFacts): string[] {
  if (order.productType === 'reseller_rights')
    return ['The orders of the reseller under Reseller Management show whether the rights were used.'];
  const used = entries
    .filter(({ state }) => state === 'ok')
    .map(({ at: time, title, detail }) => {
      const text = detail?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (date) => at(date));
      return `${title} on ${at(time)}${text ? ` (device ${text})` : ''}`;
    });
  return used.length === 0 ? ['No license is recorded for this order.'] : used;
}

function termLines(order: OrderDocument, publicUrl: string): string[] {
  const { guarantee, deliveryConsent, slug } = order.sellerTerms ?? {};
  const pages = slug ? `${publicUrl}/r/${slug}` : publicUrl;
  return [
    `Terms of service as they are today: ${pages}/terms-of-service, linked on every sales page. A separate acceptance is not recorded.`,
    guarantee === undefined
      ? 'Guarantee: not recorded with this order'
      : `Guarantee: ${guarantee ?? 'none beyond the buyer’s rights by law'}`,
    ...(deliveryConsent ? [`The buyer agreed on ${at(deliveryConsent.at)}: “${deliveryConsent.text}”`] : []),
    ...withdrawalLines(order, pages),
  ];
}

/** Reseller rights are sold to businesses, which have no right of withdrawal. */
function withdrawalLines(order: OrderDocument, pages: string): string[] {
  if (order.productType === 'reseller_rights') return [];
  return [
    hasWaived(order)
      ? 'Right of withdrawal: it ended with this agreement, which the email with the key confirmed'
      : `Right of withdrawal: consumers in the European Union can withdraw within ${WITHDRAWAL_DAYS} days, at ${pages}/withdraw`,
  ];
}

function refundLines({ facts, money, withdrawal }: OrderDocument): string[] {
  const refunded = netRefundedMinor(facts);
  return [
    withdrawal
      ? `The buyer withdrew on ${at(withdrawal.receivedAt)}.`
      : 'The buyer did not use the withdrawal form.',
    refunded > 0 ? `Refunded: ${formatMoney({ ...money, amountMinor: refunded })}` : 'Nothing was refunded.',
  ];
}
