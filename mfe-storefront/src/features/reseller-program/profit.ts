/** What the examples are counted with while no live price is known. */
export const FALLBACK_PRICE_DOLLARS = 79;

export const SALES_EXAMPLES = [10, 50, 100] as const;

export interface Profit {
  sales: number;
  revenueDollars: number;
  /** Below zero until the fee is earned back. */
  profitDollars: number;
}

/** What `sales` licenses earn a reseller after the one-time fee; cents are kept exact. */
export function calculateProfit(sales: number, priceDollars: number, feeDollars: number): Profit {
  const revenueCents = sales * Math.round(priceDollars * 100);
  return {
    sales,
    revenueDollars: revenueCents / 100,
    profitDollars: (revenueCents - Math.round(feeDollars * 100)) / 100,
  };
}

/** The first sale after which nothing of the fee is left to earn. */
export function salesToPayFee(priceDollars: number, feeDollars: number): number {
  return Math.ceil(Math.round(feeDollars * 100) / Math.round(priceDollars * 100));
}
