/** Schemas of the forms. Pages import this file when a form is shown, not before. */
export { correctResellerOrderEmail } from '@leadping/contracts/commerce/order-routes';
export { createResellerDiscountCode } from '@leadping/contracts/commerce/discount-code-routes';
export { refundResellerOrder } from '@leadping/contracts/commerce/refund-routes';
export { saveResellerWebhook } from '@leadping/contracts/commerce/order-webhook-routes';
export {
  renameBusiness,
  saveBusinessConfig,
  saveEmbeddingSites,
  savePaymentKeys,
  savePromises,
  saveSalesPage,
  saveSellerDetails,
  saveTax,
} from '@leadping/contracts/commerce/reseller-routes';
export { changeEmail, changePassword } from '@leadping/contracts/identity/account-routes';
export { createResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
