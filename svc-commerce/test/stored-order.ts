import { BRAND } from '@leadping/contracts/brand';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { NO_FACTS } from '../src/orders/payment-facts.ts';
import { listFields, type OrderDocument } from '../src/orders/order.model.ts';

let serial = 0;

/** A paid order as the service keeps it; each is an hour older than the one before. */
export function storedOrder(fields: Partial<OrderDocument> = {}): OrderDocument {
  serial += 1;
  const createdAt = fields.createdAt ?? new Date(Date.now() - serial * 3_600_000);
  const customerEmail = fields.customerEmail ?? `buyer-${serial}@example.com`;
  const paid = {
    status: 'completed' as const,
    createdAt,
    paidAt: createdAt,
    money: { amountMinor: 7900, currency: 'USD' as const },
    facts: { ...NO_FACTS, paid: fields.status !== 'failed' && fields.status !== 'pending' },
  };
  return {
    _id: serial.toString(16).padStart(24, '0'),
    sessionId: `cs_test_${String(serial).padStart(24, 'x')}`,
    paymentIntentId: `pi_${serial}`,
    productType: 'main_product',
    resellerId: null,
    businessName: BRAND.name,
    livemode: true,
    customerEmail,
    canonicalEmail: canonicalEmail(customerEmail),
    emailProblem: null,
    customerName: null,
    customerBusinessName: null,
    isPaidPublished: true,
    revision: 1,
    ...paid,
    ...listFields({ ...paid, ...fields }),
    sealedLicenseKey: null,
    licenseId: null,
    history: [],
    publishCount: 0,
    ...fields,
  };
}
