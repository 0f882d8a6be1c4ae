/**
 * A reseller created by a paid order has the order's id, so that commerce (which creates the reseller) and identity
 * (which creates the sign-in) agree on it without a request.
 */
export function resellerIdOfOrder(order: { orderId: string }): string {
  return order.orderId;
}
