import type { AdminOrder, Order } from '@leadping/contracts/commerce/order-routes';
import { toDecimal } from '@leadping/contracts/currency';
import type { OrderDocument } from './order.model.ts';

export function showOrder(order: OrderDocument): Order {
  return {
    id: order._id,
    customerEmail: order.customerEmail,
    amount: toDecimal(order.money),
    currency: order.money.currency,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    stripeSessionId: order.sessionId,
    productType: order.productType,
    isTest: !order.livemode,
    emailProblem: order.emailProblem ?? null,
  };
}

export function showAdminOrder(order: OrderDocument): AdminOrder {
  const { resellerId, businessName, customerName } = order;
  return { ...showOrder(order), seller: { resellerId, businessName }, customerName };
}

const PRODUCT_NAMES = { main_product: 'License', reseller_rights: 'Reseller Rights' } as const;

/** The columns of the orders file; the amount is a plain number, its currency stands beside it at the end. */
export const ORDER_COLUMNS = {
  'Order ID': (order: OrderDocument) => order._id,
  Date: (order: OrderDocument) => order.createdAt.toISOString(),
  'Customer Email': (order: OrderDocument) => order.customerEmail,
  Product: (order: OrderDocument) => PRODUCT_NAMES[order.productType],
  Amount: (order: OrderDocument) => toDecimal(order.money),
  Status: (order: OrderDocument) => order.status,
  'Stripe Session ID': (order: OrderDocument) => order.sessionId,
};

export const ADMIN_ORDER_COLUMNS = {
  ...ORDER_COLUMNS,
  Currency: (order: OrderDocument) => order.money.currency,
  Seller: (order: OrderDocument) => order.businessName,
  Mode: ({ livemode }: OrderDocument) => (livemode ? 'live' : 'test'),
};
