import { type CurrencyCode, formatMoney, fromDecimal } from '@leadping/contracts/currency';
import { useTenant } from './use-tenant.ts';
import { usePricing } from './use-pricing.ts';

/** Shown for reseller rights while the server has sent no price. */
export const FALLBACK_RESELLER_FEE = 497;

export interface Offer {
  amountMinor: number;
  currency: CurrencyCode;
}

/** Dollars of the pricing call, which are a number, as an exact amount. */
function fromDollars(dollars: number): Offer {
  return { amountMinor: Math.round(dollars * 100), currency: 'USD' };
}

/** What the product costs on this page: the reseller's own price under a tenant. Null while it is not known. */
export function useOffer(): Offer | null {
  const tenant = useTenant();
  const pricing = usePricing();
  if (tenant) return fromDecimal(tenant.productPrice, tenant.currency);
  if (tenant === undefined || !pricing) return null;
  return fromDollars(pricing.mainProduct.dollars);
}

/** What reseller rights cost, in dollars. */
export function useResellerFee(): number {
  return usePricing()?.reseller.dollars ?? FALLBACK_RESELLER_FEE;
}

export function formatOffer(offer: Offer): string {
  return formatMoney(offer, { trimZeros: true });
}
