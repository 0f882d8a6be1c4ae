export {
  correctOrderEmail as correctEmail,
  exportAdminOrders as exportOrders,
  listAdminOrders as readOrders,
} from '@leadping/contracts/endpoints/commerce/order';
export { getOrderRefunds as readRefunds, refundOrder } from '@leadping/contracts/endpoints/commerce/refund';
export { answerWithdrawal } from '@leadping/contracts/endpoints/commerce/withdrawal';
export {
  getOrderDisputes as readDisputes,
  listOpenDisputes as readOpenDisputes,
} from '@leadping/contracts/endpoints/commerce/dispute';
export { getOrderTimeline as readTimeline } from '@leadping/contracts/endpoints/commerce/order-timeline';
export { replayFailedDeliveries as replayWebhooks } from '@leadping/contracts/endpoints/commerce/order-webhook';
export { resendKeyByAdmin as resendKey } from '@leadping/contracts/endpoints/licensing/admin-license';
