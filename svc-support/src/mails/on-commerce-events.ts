import { BRAND } from '@leadping/contracts/brand';
import type {
  orderContested,
  orderEmailProblem,
  orderPaid,
  orderWithdrawn,
} from '@leadping/contracts/commerce/order-events';
import type { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import type { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { contestedEmailTemplate } from '../email-templates/contested-template.ts';
import { orderEmailProblemTemplate } from '../email-templates/order-email-problem-template.ts';
import { orderEmailTemplate } from '../email-templates/order-template.ts';
import { orderWebhookEmailTemplate } from '../email-templates/order-webhook-template.ts';
import { rightsOrderEmailTemplate } from '../email-templates/rights-order-template.ts';
import { rightsEndedEmailTemplate } from '../email-templates/rights-ended-template.ts';
import { saleEmailTemplate } from '../email-templates/sale-template.ts';
import { withdrawalEmailTemplate, withdrawalNoticeTemplate } from '../email-templates/withdrawal-template.ts';
import { fromSeller } from './from-seller.ts';
import type { MailWriter } from './mail-writer.ts';

const ORDER_NOTICE = { purpose: 'order-notice', senderName: BRAND.name } as const;

export async function onOrderPaid(writer: MailWriter, order: PayloadOf<typeof orderPaid>): Promise<void> {
  const { queue, queueForAdmins, requestSaleNoticeAddress, publicUrl } = writer;
  await confirmRights(writer, order);
  await queueForAdmins(
    orderEmailTemplate(order, publicUrl),
    { ...ORDER_NOTICE, effectId: `order-notice:${order.orderId}` },
    ({ enableOrderNotifications }) => enableOrderNotifications,
  );
  const { resellerId } = order.seller;
  if (resellerId === null) return;
  const to = await requestSaleNoticeAddress(resellerId);
  if (to === null) return;
  await queue(saleEmailTemplate(order, publicUrl), {
    purpose: 'sale-notice',
    senderName: BRAND.name,
    effectId: `sale-notice:${order.orderId}`,
    to,
  });
}

/** Confirms the contract about reseller rights. The mail with the key does it for a license. */
async function confirmRights(
  { queue, requestReceiptPath, publicUrl }: MailWriter,
  { purchase, ...order }: PayloadOf<typeof orderPaid>,
): Promise<void> {
  // An order of an earlier release has no purchase.
  if (order.productType !== 'reseller_rights' || !purchase) return;
  const { orderId, customerEmail: to } = order;
  const receiptPath = await requestReceiptPath(orderId, to);
  await queue(rightsOrderEmailTemplate({ ...order, purchase }, { publicUrl, receiptPath }), {
    ...fromSeller({ ...order, purchase }),
    effectId: `order-confirmation:${orderId}`,
    purpose: 'order-confirmation',
    to,
    orderId,
  });
}

/** Somebody paid and waits: this goes out whatever the notification settings say. */
export async function onOrderEmailProblem(
  { queueForAdmins, publicUrl }: MailWriter,
  order: PayloadOf<typeof orderEmailProblem>,
  eventId: string,
): Promise<void> {
  await queueForAdmins(orderEmailProblemTemplate(order, publicUrl), { ...ORDER_NOTICE, effectId: eventId });
}

/** A bank waits for the seller's answer: this goes out whatever the notification settings say. */
export async function onOrderContested(
  { queue, queueForAdmins, publicUrl }: MailWriter,
  order: PayloadOf<typeof orderContested>,
  eventId: string,
): Promise<void> {
  const template = contestedEmailTemplate(order, publicUrl);
  const { sellerEmail: to } = order;
  if (to === null) return queueForAdmins(template, { ...ORDER_NOTICE, effectId: eventId });
  await queue(template, { ...ORDER_NOTICE, purpose: 'seller-notice', effectId: `${eventId}:${to}`, to });
}

/** The confirmation that the law asks for, and a notice for the seller, whatever the notification settings say. */
export async function onOrderWithdrawn(
  { queue, queueForAdmins, publicUrl }: MailWriter,
  order: PayloadOf<typeof orderWithdrawn>,
): Promise<void> {
  const { orderId, customerEmail, sellerEmail: to } = order;
  const effectId = `withdrawal:${orderId}`;
  await queue(withdrawalEmailTemplate(order, publicUrl), {
    effectId: `${effectId}:buyer`,
    purpose: 'withdrawal',
    to: customerEmail,
    ...fromSeller(order),
    orderId,
  });
  const notice = withdrawalNoticeTemplate(order, publicUrl);
  if (to === null) return queueForAdmins(notice, { ...ORDER_NOTICE, effectId });
  await queue(notice, { ...ORDER_NOTICE, purpose: 'seller-notice', effectId: `${effectId}:${to}`, to });
}

export async function onResellerRightsEnded(
  { queueForAdmins, publicUrl }: MailWriter,
  reseller: PayloadOf<typeof resellerRightsEnded>,
  eventId: string,
): Promise<void> {
  await queueForAdmins(rightsEndedEmailTemplate(reseller, publicUrl), { ...ORDER_NOTICE, effectId: eventId });
}

export async function onOrderWebhookDisabled(
  { queue, queueForAdmins, publicUrl }: MailWriter,
  webhook: PayloadOf<typeof orderWebhookDisabled>,
  eventId: string,
): Promise<void> {
  const template = orderWebhookEmailTemplate(webhook, publicUrl);
  const notice = { purpose: 'webhook-disabled', senderName: BRAND.name } as const;
  if (webhook.email === null) return queueForAdmins(template, { ...notice, effectId: eventId });
  await queue(template, { ...notice, effectId: `${eventId}:${webhook.email}`, to: webhook.email });
}
