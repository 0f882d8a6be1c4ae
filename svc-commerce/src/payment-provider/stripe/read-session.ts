import type { CheckoutSession, CustomerTaxId, PaidAmounts } from '../payment-provider.ts';
import type { ProviderSession } from './provider-objects.ts';

export function readSession(session: ProviderSession): CheckoutSession {
  const { metadata, customer_details: details } = session;
  return {
    id: session.id,
    livemode: session.livemode,
    status: session.status,
    isPaid: session.payment_status !== 'unpaid',
    amounts: readAmounts(session),
    currency: session.currency?.toUpperCase() ?? null,
    paymentId: session.payment_intent,
    checkoutId: metadata?.checkoutId,
    sealedTerms: metadata?.terms,
    customer: {
      email: (details?.email ?? session.customer_email ?? '').trim(),
      name: details?.name ?? null,
      businessName: details?.business_name ?? null,
      taxId: readTaxId(details?.tax_ids),
    },
  };
}

type ReportedTaxId = NonNullable<ProviderSession['customer_details']>['tax_ids'];

function readTaxId(reported: ReportedTaxId): CustomerTaxId | null {
  const value = reported?.value?.trim();
  return value ? { type: reported?.type ?? 'unknown', value } : null;
}

/** Stripe does not say whether a tax is included. The total tells: an included tax is not added to it. */
function readAmounts({ amount_total, amount_subtotal, total_details }: ProviderSession): PaidAmounts | null {
  if (amount_total === null) return null;
  const subtotalMinor = amount_subtotal ?? amount_total;
  const { amount_discount: discountMinor = 0, amount_tax: taxMinor = 0 } = total_details ?? {};
  const isTaxIncluded = amount_total === subtotalMinor - discountMinor;
  return { subtotalMinor, discountMinor, taxMinor, isTaxIncluded, totalMinor: amount_total };
}
