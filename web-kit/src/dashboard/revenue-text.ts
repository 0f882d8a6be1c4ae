import { formatMoney, sumFromDecimal, type CurrencyCode } from '@leadping/contracts/currency';

interface Revenue {
  /** Decimal string: what buyers paid. */
  revenue: string;
  /** Decimal string: what the seller keeps. Absent in replies of an older release. */
  netRevenue?: string | undefined;
}

/** Names sums of test orders, which are never added to live ones. */
export const TEST_SUM = 'Test orders only';

/** `text`, with the mode of the orders if it is not the live one. */
export function withMode(text: string, isTest: boolean | undefined): string {
  return isTest ? `${TEST_SUM}: ${text}` : text;
}

/** Says that a sum is gross, and what is left of it without tax and refunds: `gross, $70.00 net`. */
export function grossText({ revenue, netRevenue = revenue }: Revenue, currency: CurrencyCode): string {
  const net = sumFromDecimal(netRevenue, currency);
  return net && netRevenue !== revenue ? `gross, ${formatMoney(net)} net` : 'gross';
}
