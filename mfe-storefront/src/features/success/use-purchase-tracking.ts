import { useQuery } from '@leadping/web-kit/query';
import { useAnalytics } from '@leadping/web-kit/shell';
import { useEffect } from 'react';
import { pricingQuery } from '../pricing/use-pricing.ts';
import type { Product } from './use-payment.ts';

/** Sent while no live price is known (specification, signed-in side §9). */
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

/** Tells analytics of a paid purchase once per payment session, also when the page is loaded again. */
export function usePurchaseTracking(paidSession: string | null, product: Product): void {
  const { trackEvent } = useAnalytics();
  const { data: pricing, isPending } = useQuery(pricingQuery);
  const live = product === 'reseller' ? pricing?.reseller.dollars : pricing?.mainProduct.dollars;
  useEffect(() => {
    if (!paidSession || isPending || isTracked(paidSession)) return;
    markTracked(paidSession);
    trackEvent({
      name: 'purchase',
      category: 'ecommerce',
      label: product,
      value: live ?? FALLBACK[product],
      currency: 'USD',
    });
  }, [paidSession, isPending, product, live, trackEvent]);
}
