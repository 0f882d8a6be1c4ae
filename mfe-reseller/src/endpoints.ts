import type { removeLogo, uploadLogo } from '@leadping/contracts/commerce/logo-routes';
import type {
  exportResellerOrders,
  listResellerOrders,
  summariseResellerOrders,
} from '@leadping/contracts/commerce/order-routes';
import type {
  resellerWebhookLog,
  saveResellerWebhook,
  testResellerWebhook,
} from '@leadping/contracts/commerce/order-webhook-routes';
import type { checkResellerPayments } from '@leadping/contracts/commerce/payment-health-routes';
import type {
  getCurrentReseller,
  renameBusiness,
  saveBusinessConfig,
  savePaymentKeys,
} from '@leadping/contracts/commerce/reseller-routes';
import type { getResellerSales } from '@leadping/contracts/commerce/sales-routes';
import type { changeEmail, changePassword } from '@leadping/contracts/identity/account-routes';
import type {
  createResellerLicense,
  deleteResellerLicense,
  getWebhookSecretState,
  listResellerLicenses,
  summariseResellerLicenses,
  renewWebhookSecret,
} from '@leadping/contracts/licensing/reseller-license-routes';
import type { getChromeStoreUrl } from '@leadping/contracts/licensing/store-url-routes';
import { endpoint } from '@leadping/web-kit/api/call';

/** The calls of this remote, by name only: their schemas stay on the server, which keeps these pages small. */
export const readReseller = endpoint<typeof getCurrentReseller>('GET', '/api/resellers/me');
export const saveBusiness = endpoint<typeof saveBusinessConfig>('POST', '/api/resellers/business-config');
export const saveKeys = endpoint<typeof savePaymentKeys>('POST', '/api/resellers/stripe-config');
export const rename = endpoint<typeof renameBusiness>('PUT', '/api/resellers/business-name');
export const sendLogo = endpoint<typeof uploadLogo>('POST', '/api/resellers/upload-logo');
export const dropLogo = endpoint<typeof removeLogo>('PUT', '/api/resellers/logo');

export const readOrders = endpoint<typeof listResellerOrders>('GET', '/api/resellers/orders');
export const readOrderTotals = endpoint<typeof summariseResellerOrders>(
  'GET',
  '/api/resellers/orders/summary',
);
/** A link: the browser saves what the server streams. */
export const exportOrders = endpoint<typeof exportResellerOrders>('GET', '/api/resellers/orders/export');
export const readSales = endpoint<typeof getResellerSales>('GET', '/api/resellers/sales');
export const checkPayments = endpoint<typeof checkResellerPayments>('GET', '/api/resellers/payment-health');

export const readLicenses = endpoint<typeof listResellerLicenses>('GET', '/api/resellers/licenses');
export const readLicenseTotals = endpoint<typeof summariseResellerLicenses>(
  'GET',
  '/api/resellers/licenses/summary',
);
export const createLicense = endpoint<typeof createResellerLicense>('POST', '/api/resellers/licenses');
export const deleteLicense = endpoint<typeof deleteResellerLicense>('DELETE', '/api/resellers/licenses/:id');
export const readApiSecret = endpoint<typeof getWebhookSecretState>(
  'GET',
  '/api/resellers/licenses/webhook-secret',
);
export const renewApiSecret = endpoint<typeof renewWebhookSecret>(
  'POST',
  '/api/resellers/licenses/webhook-secret',
);
export const readStoreUrl = endpoint<typeof getChromeStoreUrl>('GET', '/api/chrome-store-url');

export const saveOrderWebhook = endpoint<typeof saveResellerWebhook>('PUT', '/api/resellers/webhook');
export const testOrderWebhook = endpoint<typeof testResellerWebhook>('POST', '/api/resellers/webhook/test');
export const readDeliveries = endpoint<typeof resellerWebhookLog.list>(
  'GET',
  '/api/resellers/webhook/deliveries',
);
export const replayDelivery = endpoint<typeof resellerWebhookLog.replay>(
  'POST',
  '/api/resellers/webhook/deliveries/:id/replay',
);
export const replayDeliveries = endpoint<typeof resellerWebhookLog.replayAll>(
  'POST',
  '/api/resellers/webhook/deliveries/replay',
);
export const renewSigningSecret = endpoint<typeof resellerWebhookLog.renewSecret>(
  'POST',
  '/api/resellers/webhook/secret',
);

export const saveEmail = endpoint<typeof changeEmail>('PUT', '/api/user/email');
export const savePassword = endpoint<typeof changePassword>('PUT', '/api/user/password');
