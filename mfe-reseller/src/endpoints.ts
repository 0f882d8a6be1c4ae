/* The calls of this remote, by name only: their schemas stay on the server, which keeps these pages small. */
import { resellerWebhookLog } from '@leadping/contracts/endpoints/commerce/order-webhook';

export { uploadLogo as sendLogo, removeLogo as dropLogo } from '@leadping/contracts/endpoints/commerce/logo';
export {
  listResellerOrders as readOrders,
  summarizeResellerOrders as readOrderTotals,
  exportResellerOrders as exportOrders,
  correctResellerOrderEmail as correctEmail,
} from '@leadping/contracts/endpoints/commerce/order';
export {
  getResellerOrderDisputes as readDisputes,
  listResellerOpenDisputes as readOpenDisputes,
} from '@leadping/contracts/endpoints/commerce/dispute';
export {
  listResellerDiscountCodes as readCodes,
  createResellerDiscountCode as createCode,
  endResellerDiscountCode as endCode,
} from '@leadping/contracts/endpoints/commerce/discount-code';
export {
  getResellerOrderRefunds as readRefunds,
  refundResellerOrder as refundOrder,
} from '@leadping/contracts/endpoints/commerce/refund';
export { answerResellerWithdrawal as answerWithdrawal } from '@leadping/contracts/endpoints/commerce/withdrawal';
export {
  saveResellerWebhook as saveOrderWebhook,
  testResellerWebhook as testOrderWebhook,
} from '@leadping/contracts/endpoints/commerce/order-webhook';
export { listOwnSessions as readSessions } from '@leadping/contracts/endpoints/identity/own-session';
export { checkResellerPayments as checkPayments } from '@leadping/contracts/endpoints/commerce/payment-health';
export {
  getCurrentReseller as readReseller,
  saveBusinessConfig as saveBusiness,
  savePaymentKeys as saveKeys,
  renameBusiness as rename,
  saveSalesPage as savePage,
  saveEmbeddingSites as saveSites,
  saveSellerDetails as saveSeller,
  savePromises,
  saveTax,
  saveNotices,
} from '@leadping/contracts/endpoints/commerce/reseller';
export { getResellerSales as readSales } from '@leadping/contracts/endpoints/commerce/sales';
export {
  changeEmail as saveEmail,
  changePassword as savePassword,
} from '@leadping/contracts/endpoints/identity/account';
export {
  listResellerLicenses as readLicenses,
  summarizeResellerLicenses as readLicenseTotals,
  exportResellerLicenses as exportLicenses,
  createResellerLicense as createLicense,
  deleteResellerLicense as deleteLicense,
  listDevicesByReseller as listDevices,
  rotateKeyByReseller as rotateKey,
  getWebhookSecretState as readApiSecret,
  renewWebhookSecret as renewApiSecret,
} from '@leadping/contracts/endpoints/licensing/reseller-license';
export { getOwnQuota as readQuota } from '@leadping/contracts/endpoints/licensing/quota';
export { getChromeStoreUrl as readStoreUrl } from '@leadping/contracts/endpoints/licensing/store-url';

export const {
  list: readDeliveries,
  replay: replayDelivery,
  replayAll: replayDeliveries,
  renewSecret: renewSigningSecret,
} = resellerWebhookLog;
