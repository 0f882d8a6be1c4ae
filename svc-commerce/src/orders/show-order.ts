import type { AdminOrder, Order } from '@leadping/contracts/commerce/order-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { REFUND_DUE_DAYS } from '@leadping/contracts/promises';
import type { CommerceContext } from '../context.ts';
import { receiptPath } from './receipt-path.ts';
import { showAmounts } from './amounts.ts';
import { dateOfSale, type ListedOrder } from './order.model.ts';
import type { Withdrawal } from './withdrawal.ts';
import { isWithdrawalOpen } from './withdrawal-open.ts';

const DAY_MS = 24 * 3_600_000;

export function showOrder({ sealer }: Pick<CommerceContext, 'sealer'>, order: ListedOrder): Order {
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
    ...(order.hasDispute && { hasDispute: true }),
    ...(order.isRefundRequested && { isRefundRequested: true }),
    ...(order.withdrawal && { withdrawal: showWithdrawal(order.withdrawal, isWithdrawalOpen(order)) }),
    ...(order.customerTaxId && { customerTaxId: order.customerTaxId }),
    amounts: showAmounts(order),
    ...(order.paidAt && { receiptPath: receiptPath(sealer, order) }),
  };
}

export function showAdminOrder(commerce: Pick<CommerceContext, 'sealer'>, order: ListedOrder): AdminOrder {
  const { resellerId, businessName, customerName } = order;
  return { ...showOrder(commerce, order), seller: { resellerId, businessName }, customerName };
}

function showWithdrawal(withdrawal: Withdrawal, isOpen: boolean): Order['withdrawal'] {
  const { receivedAt, outcome, obstacle, answeredAt, isPastPeriod, isWaived } = withdrawal;
  const isDue = isOpen && !obstacle && !isPastPeriod && !isWaived;
  const dueBy = new Date(receivedAt.getTime() + REFUND_DUE_DAYS * DAY_MS);
  return {
    receivedAt: receivedAt.toISOString(),
    outcome,
    isOpen,
    ...(obstacle && { obstacle }),
    ...(isDue && { refundDueBy: dueBy.toISOString() }),
    ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
  };
}

const PRODUCT_NAMES = { main_product: 'Leadping License', reseller_rights: 'Reseller Rights' } as const;

/** How the amount comes about. These columns come last, because people import the file by position. */
const AMOUNT_COLUMNS = {
  Subtotal: (order: ListedOrder) => showAmounts(order).subtotal,
  Discount: (order: ListedOrder) => showAmounts(order).discount,
  Tax: (order: ListedOrder) => showAmounts(order).tax,
  Net: (order: ListedOrder) => showAmounts(order).net,
};

/** The first columns of the orders file. Amounts are plain numbers. */
const BASIC_COLUMNS = {
  'Order ID': (order: ListedOrder) => order._id,
  Date: (order: ListedOrder) => dateOfSale(order).toISOString(),
  'Customer Email': (order: ListedOrder) => order.customerEmail,
  Product: (order: ListedOrder) => PRODUCT_NAMES[order.productType],
  Amount: (order: ListedOrder) => toDecimal(order.money),
  Status: (order: ListedOrder) => order.status,
  'Stripe Session ID': (order: ListedOrder) => order.sessionId,
};

const CODE_COLUMN = { 'Discount Code': ({ discountCode = '' }: ListedOrder) => discountCode };

const CURRENCY_AND_MODE = {
  Currency: (order: ListedOrder) => order.money.currency,
  Mode: ({ livemode }: ListedOrder) => (livemode ? 'live' : 'test'),
};

/** Whether `Subtotal` contains the tax. */
const TAX_COLUMN = {
  'Tax Included': (order: ListedOrder) => (showAmounts(order).isTaxIncluded ? 'yes' : 'no'),
};

const TAX_NUMBER_COLUMN = {
  'Customer Tax Number': ({ customerTaxId }: ListedOrder) => customerTaxId?.value ?? '',
};

export const ORDER_COLUMNS = {
  ...BASIC_COLUMNS,
  ...AMOUNT_COLUMNS,
  ...CODE_COLUMN,
  ...CURRENCY_AND_MODE,
  ...TAX_COLUMN,
  ...TAX_NUMBER_COLUMN,
};

export const ADMIN_ORDER_COLUMNS = {
  ...BASIC_COLUMNS,
  Currency: CURRENCY_AND_MODE.Currency,
  Seller: (order: ListedOrder) => order.businessName,
  Mode: CURRENCY_AND_MODE.Mode,
  ...AMOUNT_COLUMNS,
  ...CODE_COLUMN,
  ...TAX_COLUMN,
  ...TAX_NUMBER_COLUMN,
};
