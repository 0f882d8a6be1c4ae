import { type CurrencyCode, formatMoney, fromDecimal } from '@leadping/contracts/currency';
import { useTenant } from './use-tenant.ts';
import { usePricing } from './use-pricing.ts';

/** The fee for reseller rights in dollars while the server has sent no price. */
export const FALLBACK_RESELLER_FEE = 497;

export interface Offer {
  amountMinor: number;
  currency: CurrencyCode;
}

/** Converts dollars of the pricing call, which are a number, to an exact amount. */
function fromDollars(dollars: number): Offer {
  return { amountMinor: Math.round(dollars * 100), currency: 'USD' };
}

/** The product's price on this page, which is the reseller's own on a tenant page. Null while unknown. */
export function useOffer(): Offer | null {
  const tenant = useTenant();
  const pricing = usePricing();
  if (tenant) return fromDecimal(tenant.productPrice, tenant.currency);
  if (tenant === undefined || !pricing) return null;
  return fromDollars(pricing.mainProduct.dollars);
}

/** The price of reseller rights in dollars. */
export function useResellerFee(): number {
  return usePricing()?.reseller.dollars ?? FALLBACK_RESELLER_FEE;
}

export function formatOffer(offer: Offer): string {
  return formatMoney(offer, { trimZeros: true });
}
