import type { CheckoutSession } from '../payment-provider.ts';
import type { ProviderSession } from './provider-objects.ts';

export function readSession(session: ProviderSession): CheckoutSession {
  const { metadata, customer_details: details } = session;
  return {
    id: session.id,
    livemode: session.livemode,
    status: session.status,
    isPaid: session.payment_status !== 'unpaid',
    amountMinor: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
    paymentId: session.payment_intent,
    checkoutId: metadata?.checkoutId,
    sealedTerms: metadata?.terms,
    customer: {
      email: (details?.email ?? session.customer_email ?? '').trim(),
      name: details?.name ?? null,
      businessName: details?.business_name ?? null,
    },
  };
}
