import { BRAND } from '@leadping/contracts/brand';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { orderLetter } from '../letters/order-letter.ts';
import { orderWebhookLetter } from '../letters/order-webhook-letter.ts';
import type { MailWriter } from './mail-writer.ts';

export function onCommerceEvents({ consume, queue, askSettings, publicUrl }: MailWriter): void {
  consume(orderPaid, async (order) => {
    const settings = await askSettings();
    if (!settings.enableOrderNotifications) return;
    for (const to of settings.adminNotificationEmails) {
      const effectId = `order-notice:${order.orderId}:${to}`;
      await queue(orderLetter(order, publicUrl), {
        effectId,
        kind: 'order-notice',
        to,
        senderName: BRAND.name,
      });
    }
  });
  consume(orderWebhookDisabled, async (webhook, eventId) => {
    const owners = webhook.email === null ? (await askSettings()).adminNotificationEmails : [webhook.email];
    for (const to of owners) {
      const effectId = `${eventId}:${to}`;
      await queue(orderWebhookLetter(webhook, publicUrl), {
        effectId,
        kind: 'account',
        to,
        senderName: BRAND.name,
      });
    }
  });
}
