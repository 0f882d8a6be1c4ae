import type { AdminOrder, Order } from '@leadping/contracts/commerce/order-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { dateOfSale, type ListedOrder } from './order.model.ts';

export function showOrder(order: ListedOrder): Order {
  return {
    id: order._id,
    customerEmail: order.customerEmail,
    amount: toDecimal(order.money),
    currency: order.money.currency,
    status: order.status,
    createdAt: dateOfSale(order).toISOString(),
    stripeSessionId: order.sessionId,
    productType: order.productType,
    isTest: !order.livemode,
    emailProblem: order.emailProblem ?? null,
    ...(order.hasInquiry && { hasInquiry: true }),
  };
}

export function showAdminOrder(order: ListedOrder): AdminOrder {
  const { resellerId, businessName, customerName } = order;
  return { ...showOrder(order), seller: { resellerId, businessName }, customerName };
}

const PRODUCT_NAMES = { main_product: 'Leadping License', reseller_rights: 'Reseller Rights' } as const;

/** The columns of the orders file. The amount is a plain number, with its currency in the last column. */
export const ORDER_COLUMNS = {
  'Order ID': (order: ListedOrder) => order._id,
  Date: (order: ListedOrder) => dateOfSale(order).toISOString(),
  'Customer Email': (order: ListedOrder) => order.customerEmail,
  Product: (order: ListedOrder) => PRODUCT_NAMES[order.productType],
  Amount: (order: ListedOrder) => toDecimal(order.money),
  Status: (order: ListedOrder) => order.status,
  'Stripe Session ID': (order: ListedOrder) => order.sessionId,
};

export const ADMIN_ORDER_COLUMNS = {
  ...ORDER_COLUMNS,
  Currency: (order: ListedOrder) => order.money.currency,
  Seller: (order: ListedOrder) => order.businessName,
  Mode: ({ livemode }: ListedOrder) => (livemode ? 'live' : 'test'),
};
