import type { adminWebhookLog, testAdminWebhook } from '@leadping/contracts/commerce/order-webhook-routes';
import type { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import type { getSettings, saveSettings } from '@leadping/contracts/commerce/settings-routes';
import type { getTenant } from '@leadping/contracts/commerce/tenant-routes';
import { endpoint } from '@leadping/web-kit/api/call';

type WebhookLog = typeof adminWebhookLog;

export const readSettings = endpoint<typeof getSettings>('GET', '/api/admin/settings');
export const writeSettings = endpoint<typeof saveSettings>('POST', '/api/admin/settings');
export const sendTestWebhook = endpoint<typeof testAdminWebhook>('POST', '/api/admin/test-webhook');
export const renewWebhookSecret = endpoint<WebhookLog['renewSecret']>(
  'POST',
  '/api/admin/order-webhook/secret',
);
export const readDeliveries = endpoint<WebhookLog['list']>('GET', '/api/admin/order-webhook/deliveries');
export const replayDelivery = endpoint<WebhookLog['replay']>(
  'POST',
  '/api/admin/order-webhook/deliveries/:id/replay',
);

/** What pages have cached of the settings. */
export const readPricing = endpoint<typeof getPricing>('GET', '/api/pricing');
export const readTenant = endpoint<typeof getTenant>('GET', '/api/tenant');
