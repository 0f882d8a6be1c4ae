import { BRAND } from '@leadping/contracts/brand';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { orderEmailTemplate } from '../email-templates/order-template.ts';
import { orderWebhookEmailTemplate } from '../email-templates/order-webhook-template.ts';
import type { MailWriter } from './mail-writer.ts';

export function onCommerceEvents({ consume, queue, requestSettings, publicUrl }: MailWriter): void {
  consume(orderPaid, async (order) => {
    const settings = await requestSettings();
    if (!settings.enableOrderNotifications) return;
    for (const to of settings.adminNotificationEmails) {
      const effectId = `order-notice:${order.orderId}:${to}`;
      await queue(orderEmailTemplate(order, publicUrl), {
        effectId,
        kind: 'order-notice',
        to,
        senderName: BRAND.name,
      });
    }
  });
  consume(orderWebhookDisabled, async (webhook, eventId) => {
    const owners =
      webhook.email === null ? (await requestSettings()).adminNotificationEmails : [webhook.email];
    for (const to of owners) {
      const effectId = `${eventId}:${to}`;
      await queue(orderWebhookEmailTemplate(webhook, publicUrl), {
        effectId,
        kind: 'account',
        to,
        senderName: BRAND.name,
      });
    }
  });
}
