import { useQuery } from '@leadping/web-kit/query';
import { useAnalytics } from '@leadping/web-kit/shell';
import { useEffect } from 'react';
import { pricingQuery } from '@leadping/web-kit/site/use-pricing.ts';
import type { Payment } from './use-payment.ts';

/** The tracked price while no price is known, in dollars (specification, signed-in side §9). */
const FALLBACK = { main: 79, reseller: 699 } as const;

const keyOf = (sessionId: string) => `purchase-tracked:${sessionId}`;

const trackedHere = new Set<string>();

function isTracked(sessionId: string): boolean {
  try {
    return trackedHere.has(sessionId) || localStorage.getItem(keyOf(sessionId)) !== null;
  } catch {
    return trackedHere.has(sessionId);
  }
}

function markTracked(sessionId: string): void {
  trackedHere.add(sessionId);
  try {
    localStorage.setItem(keyOf(sessionId), new Date().toISOString());
  } catch {
    // Without storage a reload tracks the purchase again.
  }
}

/**
 * Tracks a paid purchase once per payment session, even after a reload. The value is the amount that the session
 * charged, which for a reseller is their price in their currency. If the service does not report it, the live
 * price is used.
 */
export function usePurchaseTracking(payment: Payment): void {
  const { product } = payment;
  const paidSession = payment.state === 'paid' ? payment.sessionId : null;
  const total = payment.state === 'paid' ? payment.total : undefined;
  const { trackEvent } = useAnalytics();
  const { data: pricing, isPending } = useQuery({
    ...pricingQuery,
    enabled: paidSession !== null && total === undefined,
  });
  const live = product === 'reseller' ? pricing?.reseller.dollars : pricing?.mainProduct.dollars;
  useEffect(() => {
    if (!paidSession || (isPending && !total) || isTracked(paidSession)) return;
    markTracked(paidSession);
    trackEvent({
      name: 'purchase',
      category: 'ecommerce',
      label: product,
      value: total ? Number(total.amount) : (live ?? FALLBACK[product]),
      currency: total?.currency ?? 'USD',
    });
  }, [paidSession, isPending, product, total, live, trackEvent]);
}
