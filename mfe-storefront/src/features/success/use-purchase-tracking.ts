import { useQuery } from '@leadping/web-kit/query';
import { useAnalytics } from '@leadping/web-kit/shell';
import { useEffect } from 'react';
import { pricingQuery } from '@leadping/web-kit/site/use-pricing.ts';
import type { Payment } from './use-payment.ts';

/** Sent while no price is known (specification, signed-in side §9). */
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
    // Without storage a reload counts the purchase again; nothing better is at hand.
  }
}

/**
 * Tracks a paid purchase once per payment session, also when the page is loaded again. Its value is what the session
 * charged, which at a reseller is their price in their currency; a service that does not say it yet leaves the live price.
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
