import { adminWebhookLog } from '@leadping/contracts/endpoints/commerce/order-webhook';

export { testAdminWebhook as sendTestWebhook } from '@leadping/contracts/endpoints/commerce/order-webhook';
export { checkPlatformPayments as checkPayments } from '@leadping/contracts/endpoints/commerce/payment-health';
export { getPricing as readPricing } from '@leadping/contracts/endpoints/commerce/pricing';
export {
  getSettings as readSettings,
  saveSettings as writeSettings,
} from '@leadping/contracts/endpoints/commerce/settings';
export { getTenant as readTenant } from '@leadping/contracts/endpoints/commerce/tenant';
export {
  getTrialOffer as readTrialOffer,
  setTrialOffer as writeTrialOffer,
} from '@leadping/contracts/endpoints/licensing/trial';

export const {
  renewSecret: renewWebhookSecret,
  list: readDeliveries,
  replay: replayDelivery,
} = adminWebhookLog;

/** The reads that show settings, for the cache. */
