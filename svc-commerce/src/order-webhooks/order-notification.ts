import { BRAND } from '@leadping/contracts/brand';
import { orderSample } from '@leadping/contracts/commerce/order-sample';
import type { OrderNotification } from '@leadping/contracts/commerce/order-webhook-routes';
import { toDecimal } from '@leadping/contracts/currency';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { CommerceContext } from '../context.ts';
import { showAmounts } from '../orders/amounts.ts';
import { dateOfSale, type OrderDocument } from '../orders/order.model.ts';
import { currentSlug, type ResellerDocument } from '../resellers/reseller.model.ts';

/** The notification of an order, with its license key if it has one. */
export function notificationOf(
  { licenseKeySealer }: Pick<CommerceContext, 'licenseKeySealer'>,
  order: OrderDocument,
  reseller: ResellerDocument | null,
): OrderNotification {
  const { subtotal, discount, tax, isTaxIncluded } = showAmounts(order);
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
      subtotal,
      discount,
      tax,
      tax_included: isTaxIncluded,
      license_key: licenseKeyOf(order, licenseKeySealer),
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
export function sampleNotification(reseller: ResellerDocument | null): OrderNotification {
  const { productPrice: amountMinor, currency } =
    reseller ?? ({ productPrice: 7900, currency: 'USD' } as const);
  const businessName = reseller?.businessName ?? BRAND.name;
  const productPrice = toDecimal({ amountMinor, currency });
  const id = reseller?._id ?? null;
  const slug = reseller && currentSlug(reseller);
  return orderSample({ id, businessName, slug, productPrice, currency }, new Date().toISOString());
}

function sellerOf(reseller: ResellerDocument | null, name: string): OrderNotification['reseller'] {
  return { business_name: name, slug: reseller ? currentSlug(reseller) : null };
}
