import { BRAND } from '@leadping/contracts/brand';
import type { OrderNotification } from '@leadping/contracts/commerce/order-webhook-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from '../orders/order.model.ts';
import { currentSlug, type ResellerDocument } from '../resellers/reseller.model.ts';

/** The notification of an order, with its license key where it has one. */
export function notificationOf(
  { licenseKeySealer }: Pick<CommerceContext, 'licenseKeySealer'>,
  order: OrderDocument,
  reseller: ResellerDocument | null,
): OrderNotification {
  return {
    event: 'order.completed',
    reseller_id: order.resellerId,
    order: {
      id: order._id,
      customer_email: order.customerEmail,
      customer_name: order.customerName,
      business_name: order.customerBusinessName,
      amount: toDecimal(order.money),
      currency: order.money.currency,
      license_key: licenseKeyOf(order, licenseKeySealer),
      purchase_date: (order.paidAt ?? order.createdAt).toISOString(),
      stripe_session_id: order.sessionId,
    },
    reseller: sellerOf(reseller, order.businessName),
  };
}

function licenseKeyOf({ sealedLicenseKey, licenseId }: OrderDocument, sealer: Sealer): string | null {
  if (sealedLicenseKey === null || !licenseId) return null;
  return sealer.open(sealedLicenseKey, licenseKeyPlace(licenseId));
}

/** The sample that the dashboards show and that a test sends. */
export function sampleNotification(reseller: ResellerDocument | null): OrderNotification {
  return {
    event: 'order.completed',
    reseller_id: reseller?._id ?? null,
    order: {
      id: 'order_sample',
      customer_email: 'customer@example.com',
      customer_name: 'Jane Customer',
      business_name: 'Customer Company',
      amount: toDecimal({
        amountMinor: reseller?.productPrice ?? 7900,
        currency: reseller?.currency ?? 'USD',
      }),
      currency: reseller?.currency ?? 'USD',
      license_key: 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345-6789',
      purchase_date: new Date().toISOString(),
      stripe_session_id: 'cs_test_sample',
    },
    reseller: sellerOf(reseller, BRAND.name),
  };
}

function sellerOf(reseller: ResellerDocument | null, name: string): OrderNotification['reseller'] {
  return { business_name: name, slug: reseller ? currentSlug(reseller) : null };
}
