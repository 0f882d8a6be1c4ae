import { BRAND } from '@leadping/contracts/brand';
import { orderEmailProblem, orderPaid } from '@leadping/contracts/commerce/order-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { orderEmailProblemTemplate } from '../email-templates/order-email-problem-template.ts';
import { orderEmailTemplate } from '../email-templates/order-template.ts';
import { rightsEndedEmailTemplate } from '../email-templates/rights-ended-template.ts';
import { orderWebhookEmailTemplate } from '../email-templates/order-webhook-template.ts';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { MailWriter } from './mail-writer.ts';

export function onCommerceEvents(
  consume: Consumers['consume'],
  { queue, requestSettings, publicUrl }: MailWriter,
): void {
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
  // Somebody paid and waits: this goes out whatever the notification settings say.
  consume(orderEmailProblem, async (order, eventId) => {
    for (const to of (await requestSettings()).adminNotificationEmails) {
      await queue(orderEmailProblemTemplate(order, publicUrl), {
        effectId: `${eventId}:${to}`,
        kind: 'order-notice',
        to,
        senderName: BRAND.name,
      });
    }
  });
  consume(resellerRightsEnded, async (reseller) => {
    for (const to of (await requestSettings()).adminNotificationEmails) {
      await queue(rightsEndedEmailTemplate(reseller, publicUrl), {
        effectId: `reseller-rights-ended:${reseller.resellerId}:${to}`,
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
