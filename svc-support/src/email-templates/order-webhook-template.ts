import { BRAND } from '@leadping/contracts/brand';
import type { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { EmailTemplate } from './email-template.ts';

const REASONS = {
  gone: 'Its receiver replied 410 Gone.',
  failing: 'Ten deliveries in a row failed.',
};

/** Tells the owner of an order webhook that nothing is sent to it any more. */
export function orderWebhookEmailTemplate(
  webhook: PayloadOf<typeof orderWebhookDisabled>,
  publicUrl: string,
): EmailTemplate {
  const dashboard = webhook.resellerId === null ? 'admin' : 'reseller-dashboard';
  return {
    subject: 'Your order webhook was turned off',
    brand: BRAND.name,
    heading: 'Your order webhook was turned off',
    blocks: [
      {
        kind: 'paragraph',
        text: `${REASONS[webhook.reason]} No order was lost: orders and licenses continue as before.`,
      },
      {
        kind: 'facts',
        facts: [
          ['Business', webhook.businessName],
          ['Address', webhook.url],
          ['Turned off', webhook.disabledAt],
        ],
      },
      {
        kind: 'paragraph',
        text: 'Save the address again in the settings to turn it on; what was not delivered can be replayed there.',
      },
      { kind: 'button', label: 'Open the settings', url: `${publicUrl}/${dashboard}/settings` },
    ],
    footer: `You’re receiving this email because this address belongs to ${webhook.businessName} at ${BRAND.name}.`,
  };
}
