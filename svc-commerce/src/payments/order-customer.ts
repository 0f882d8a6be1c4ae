import { canonicalEmail } from '@leadping/contracts/email-address';
import type { OrderDocument } from '../orders/order.model.ts';
import type { CheckoutSession } from '../payment-provider/payment-provider.ts';

/** The fields of an order that come from the payer. */
export type OrderCustomer = Pick<
  OrderDocument,
  | 'customerEmail'
  | 'canonicalEmail'
  | 'customerName'
  | 'customerBusinessName'
  | 'customerTaxId'
  | 'paymentIntentId'
>;

export function readCustomer({ customer, paymentId }: CheckoutSession): OrderCustomer {
  return {
    customerEmail: customer.email,
    canonicalEmail: canonicalEmail(customer.email),
    customerName: customer.name,
    customerBusinessName: customer.businessName,
    customerTaxId: customer.taxId,
    paymentIntentId: paymentId,
  };
}

/** Fills in missing fields and keeps known ones. Erased data stay erased. */
export function fillCustomer(order: OrderDocument, customer: OrderCustomer | undefined): OrderCustomer {
  const { customerEmail, canonicalEmail, customerName, customerBusinessName, paymentIntentId } = order;
  const customerTaxId = order.customerTaxId ?? null;
  const names = { customerName, customerBusinessName, customerTaxId };
  if (!customer || order.erasedAt) return { customerEmail, canonicalEmail, ...names, paymentIntentId };
  return {
    customerEmail: customerEmail || customer.customerEmail,
    canonicalEmail: canonicalEmail || customer.canonicalEmail,
    customerName: customerName ?? customer.customerName,
    customerBusinessName: customerBusinessName ?? customer.customerBusinessName,
    customerTaxId: customerTaxId ?? customer.customerTaxId ?? null,
    paymentIntentId: paymentIntentId ?? customer.paymentIntentId,
  };
}

export function isSameCustomer(a: OrderCustomer, b: OrderCustomer): boolean {
  return (
    a.customerEmail === b.customerEmail &&
    a.canonicalEmail === b.canonicalEmail &&
    a.customerName === b.customerName &&
    a.customerBusinessName === b.customerBusinessName &&
    a.customerTaxId?.value === b.customerTaxId?.value &&
    a.paymentIntentId === b.paymentIntentId
  );
}
