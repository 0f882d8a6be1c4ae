/** The contracts that forms are held to, in one lazy file: the schema library is loaded once for all of them. */
export { correctOrderEmail } from '@leadping/contracts/commerce/order-routes';
export { createDiscountCode } from '@leadping/contracts/commerce/discount-code-routes';
export { refundOrder } from '@leadping/contracts/commerce/refund-routes';
export { saveSettings } from '@leadping/contracts/commerce/settings-routes';
export { SellerTax } from '@leadping/contracts/commerce/seller-schema';
export { editReseller, inviteReseller } from '@leadping/contracts/commerce/reseller-admin-routes';
export { changePassword, updateProfile } from '@leadping/contracts/identity/account-routes';
export { correctEmailByAdmin, createManualLicense } from '@leadping/contracts/licensing/admin-license-routes';
export { changeResellerLimits } from '@leadping/contracts/licensing/quota-routes';
export { exportPersonalData } from '@leadping/contracts/support/privacy-routes';
export { SellerDetails } from '@leadping/contracts/commerce/seller-schema';
export { StoredClaims } from '@leadping/contracts/commerce/site-routes';
