/**
 * The reseller that a paid reseller-rights order makes has the order's own id: commerce, which makes the reseller, and
 * identity, which makes the sign-in, agree on it without asking each other.
 */
export function resellerIdOfOrder(order: { orderId: string }): string {
  return order.orderId;
}
