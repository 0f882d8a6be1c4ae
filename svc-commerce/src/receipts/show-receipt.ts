import type { Receipt } from '@leadping/contracts/commerce/receipt-routes';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { toDecimal } from '@leadping/contracts/currency';
import { DomainError } from '@leadping/service-kit/domain-error';
import { PRODUCT_NAMES } from '../pricing/product-names.ts';
import type { CommerceContext } from '../context.ts';
import { showAmounts } from '../orders/amounts.ts';
import { dateOfSale } from '../orders/order.model.ts';
import { netRefundedMinor } from '../orders/payment-facts.ts';
import { currentSlug } from '../resellers/reseller.model.ts';
import { getSettings } from '../settings/get-settings.ts';
import { findInvoice } from './find-invoice.ts';
import { purchaseState } from '../orders/purchase-state.ts';
import { isReceiptKey } from '../orders/receipt-path.ts';

/** @throws {DomainError} NOT_FOUND, also for a wrong key, so that nobody learns which orders exist */
export async function showReceipt(commerce: CommerceContext, orderId: string, key: string): Promise<Receipt> {
  const order = await commerce.orders.findById(orderId).lean();
  const state = order && isReceiptKey(commerce.sealer, order, key) ? purchaseState(order) : null;
  if (!order || !state) {
    throw new DomainError('NOT_FOUND', 'This receipt does not exist. Open it by the link in your email.');
  }
  const { money, customerEmail, resellerId } = order;
  const reseller = resellerId === null ? null : await commerce.resellers.findById(resellerId).lean();
  const current = resellerId === null ? (await getSettings(commerce)).sellerDetails : reseller?.sellerDetails;
  const details = order.sellerTerms?.details ?? current;
  const { tax } = (await commerce.checkouts.findById(order._id, { tax: 1 }).lean()) ?? {};
  const isManaged = tax?.mode === 'managed';
  const { net: _net, ...amounts } = showAmounts(order);
  return {
    orderNumber: order._id,
    paidAt: dateOfSale(order).toISOString(),
    isTest: !order.livemode,
    state,
    seller: { name: order.businessName, details: details ?? EMPTY_SELLER_DETAILS },
    ...(reseller && { offerPath: `/r/${currentSlug(reseller)}` }),
    buyer: {
      name: order.customerName,
      businessName: order.customerBusinessName,
      ...(order.customerTaxId && { taxNumber: order.customerTaxId.value }),
      email: customerEmail === '' ? null : customerEmail,
    },
    isManaged,
    invoice: isManaged || tax?.issueInvoices ? await findInvoice(commerce, order) : null,
    productType: order.productType,
    product: PRODUCT_NAMES[order.productType],
    currency: money.currency,
    amounts,
    total: toDecimal(money),
    refunded: toDecimal({ ...money, amountMinor: netRefundedMinor(order.facts) }),
  };
}
