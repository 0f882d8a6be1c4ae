import { BRAND } from '@leadping/contracts/brand';
import type { orderEmailProblem, orderPaid } from '@leadping/contracts/commerce/order-events';
import type { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import type { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { orderEmailProblemTemplate } from '../email-templates/order-email-problem-template.ts';
import { orderEmailTemplate } from '../email-templates/order-template.ts';
import { orderWebhookEmailTemplate } from '../email-templates/order-webhook-template.ts';
import { rightsEndedEmailTemplate } from '../email-templates/rights-ended-template.ts';
import type { MailWriter } from './mail-writer.ts';

const ORDER_NOTICE = { kind: 'order-notice', senderName: BRAND.name } as const;

export async function onOrderPaid(
  { queue, requestSettings, publicUrl }: MailWriter,
  order: PayloadOf<typeof orderPaid>,
): Promise<void> {
  const settings = await requestSettings();
  if (!settings.enableOrderNotifications) return;
  for (const to of settings.adminNotificationEmails) {
    const effectId = `order-notice:${order.orderId}:${to}`;
    await queue(orderEmailTemplate(order, publicUrl), { ...ORDER_NOTICE, effectId, to });
  }
}

/** Somebody paid and waits: this goes out whatever the notification settings say. */
export async function onOrderEmailProblem(
  { queue, requestSettings, publicUrl }: MailWriter,
  order: PayloadOf<typeof orderEmailProblem>,
  eventId: string,
): Promise<void> {
  for (const to of (await requestSettings()).adminNotificationEmails) {
    const effectId = `${eventId}:${to}`;
    await queue(orderEmailProblemTemplate(order, publicUrl), { ...ORDER_NOTICE, effectId, to });
  }
}

export async function onResellerRightsEnded(
  { queue, requestSettings, publicUrl }: MailWriter,
  reseller: PayloadOf<typeof resellerRightsEnded>,
  eventId: string,
): Promise<void> {
  for (const to of (await requestSettings()).adminNotificationEmails) {
    const effectId = `${eventId}:${to}`;
    await queue(rightsEndedEmailTemplate(reseller, publicUrl), { ...ORDER_NOTICE, effectId, to });
  }
}

export async function onOrderWebhookDisabled(
  { queue, requestSettings, publicUrl }: MailWriter,
  webhook: PayloadOf<typeof orderWebhookDisabled>,
  eventId: string,
): Promise<void> {
  const owners = webhook.email === null ? (await requestSettings()).adminNotificationEmails : [webhook.email];
  for (const to of owners) {
    const effectId = `${eventId}:${to}`;
    await queue(orderWebhookEmailTemplate(webhook, publicUrl), {
      effectId,
      kind: 'account',
      to,
      senderName: BRAND.name,
    });
  }
}
