import { BRAND } from '@leadping/contracts/brand';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { listFields, type OrderDocument } from '../src/orders/order.model.ts';

let serial = 0;

/** A paid order as the service keeps it; each is an hour older than the one before. */
export function storedOrder(fields: Partial<OrderDocument> = {}): OrderDocument {
  serial += 1;
  const createdAt = fields.createdAt ?? new Date(Date.now() - serial * 3_600_000);
  const customerEmail = fields.customerEmail ?? `buyer-${serial}@example.com`;
  return {
    _id: serial.toString(16).padStart(24, '0'),
    sessionId: `cs_test_${String(serial).padStart(24, 'x')}`,
    paymentIntentId: `pi_${serial}`,
    productType: 'main_product',
    resellerId: null,
    businessName: BRAND.name,
    livemode: true,
    money: { amountMinor: 7900, currency: 'USD' },
    customerEmail,
    canonicalEmail: canonicalEmail(customerEmail),
    emailProblem: null,
    customerName: null,
    customerBusinessName: null,
    facts: { paid: true, failed: false, refundedMinor: 0, disputes: {} },
    status: 'completed',
    isPaidPublished: true,
    revision: 1,
    ...listFields({ status: 'completed', createdAt, paidAt: createdAt, ...fields }),
    createdAt,
    paidAt: createdAt,
    sealedLicenseKey: null,
    licenseId: null,
    history: [],
    publishCount: 0,
    ...fields,
  };
}
