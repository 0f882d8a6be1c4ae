export const FALLBACK_PRICE_DOLLARS = 79;

export const SALES_EXAMPLES = [10, 50, 100] as const;

export interface Profit {
  sales: number;
  revenueDollars: number;
  /** Negative until the fee is earned back. */
  profitDollars: number;
}

/** A reseller's profit from `sales` licenses after the one-time fee, exact to the cent. */
export function calculateProfit(sales: number, priceDollars: number, feeDollars: number): Profit {
  const revenueCents = sales * Math.round(priceDollars * 100);
  return {
    sales,
    revenueDollars: revenueCents / 100,
    profitDollars: (revenueCents - Math.round(feeDollars * 100)) / 100,
  };
}

/** The number of sales that pay back the fee. */
export function salesToPayFee(priceDollars: number, feeDollars: number): number {
  return Math.ceil(Math.round(feeDollars * 100) / Math.round(priceDollars * 100));
}
