import { BRAND } from '@leadping/contracts/brand';
import { eventSample } from '@leadping/contracts/commerce/order-sample';
import type {
  ChangeNotification,
  OrderNotification,
} from '@leadping/contracts/commerce/order-webhook-routes';
import type { OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';
import { toDecimal } from '@leadping/contracts/currency';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { CommerceContext } from '../context.ts';
import { showAmounts } from '../orders/amounts.ts';
import { dateOfSale, type OrderDocument } from '../orders/order.model.ts';
import type { WebhookChange } from './delivery.model.ts';
import { currentSlug, type ResellerDocument } from '../resellers/reseller.model.ts';

/** The notification of an order, with its license key if it has one. */
export function notificationOf(
  { licenseKeySealer }: Pick<CommerceContext, 'licenseKeySealer'>,
  order: OrderDocument,
  reseller: ResellerDocument | null,
): OrderNotification {
  return { event: 'order.completed', ...describeOrder(order, reseller, licenseKeySealer) };
}

/** The notification of a later change: the order as it is now, and the change as it was recorded. */
export function changeNotification(
  { licenseKeySealer }: Pick<CommerceContext, 'licenseKeySealer'>,
  order: OrderDocument,
  reseller: ResellerDocument | null,
  { change, changedAt }: { change: WebhookChange; changedAt: Date },
): ChangeNotification {
  const about = {
    ...describeOrder(order, reseller, licenseKeySealer),
    occurred_at: changedAt.toISOString(),
  };
  switch (change.event) {
    case 'order.refunded': {
      const { event, amountMinor, refundedMinor, isFull: full, isFailed } = change;
      const show = (minor: number) => toDecimal({ ...order.money, amountMinor: minor });
      const outcome = isFailed ? 'failed' : 'refunded';
      const refund = {
        amount: show(amountMinor),
        total_refunded: show(refundedMinor),
        full,
        outcome,
      } as const;
      return { event, ...about, refund };
    }
    case 'order.disputed': {
      const { event, disputeId: id, state, money, reason, dueBy } = change;
      const [amount, currency] = money ? [toDecimal(money), money.currency] : [null, null];
      return { event, ...about, dispute: { id, state, amount, currency, reason, evidence_due_by: dueBy } };
    }
    case 'license.revoked':
    case 'license.reinstated': {
      const { event, status, cause } = change;
      return { event, ...about, license: { status, cause } };
    }
  }
}

function describeOrder(order: OrderDocument, reseller: ResellerDocument | null, sealer: Sealer) {
  const { subtotal, discount, discountCode, tax, isTaxIncluded } = showAmounts(order);
  return {
    reseller_id: order.resellerId,
    order: {
      id: order._id,
      customer_email: order.customerEmail,
      customer_name: order.customerName,
      business_name: order.customerBusinessName,
      ...(order.customerTaxId && { customer_tax_number: order.customerTaxId.value }),
      amount: toDecimal(order.money),
      currency: order.money.currency,
      subtotal,
      discount,
      ...(discountCode !== undefined && { discount_code: discountCode }),
      tax,
      tax_included: isTaxIncluded,
      license_key: licenseKeyOf(order, sealer),
      purchase_date: dateOfSale(order).toISOString(),
      stripe_session_id: order.sessionId,
    },
    reseller: sellerOf(reseller, order.businessName),
  };
}

function licenseKeyOf({ sealedLicenseKey, licenseId }: OrderDocument, sealer: Sealer): string | null {
  if (sealedLicenseKey === null || !licenseId) return null;
  return sealer.open(sealedLicenseKey, licenseKeyPlace(licenseId));
}

/** The payload of a test delivery. */
export function sampleNotification(
  event: OrderWebhookEvent,
  reseller: ResellerDocument | null,
): OrderNotification | ChangeNotification {
  const { productPrice: amountMinor, currency } =
    reseller ?? ({ productPrice: 7900, currency: 'USD' } as const);
  const businessName = reseller?.businessName ?? BRAND.name;
  const productPrice = toDecimal({ amountMinor, currency });
  const id = reseller?._id ?? null;
  const slug = reseller && currentSlug(reseller);
  const seller = { id, businessName, slug, productPrice, currency };
  return eventSample(event, seller, new Date().toISOString());
}

function sellerOf(reseller: ResellerDocument | null, name: string): OrderNotification['reseller'] {
  return { business_name: name, slug: reseller ? currentSlug(reseller) : null };
}
