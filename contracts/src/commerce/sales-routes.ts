import { z } from 'zod';
import { Currency } from '../money.ts';
import { defineRoute } from '../route.ts';

export const SalesInterval = z.enum(['day', 'week', 'month']);
export type SalesInterval = z.infer<typeof SalesInterval>;

/** An IANA time zone, normalized to the database's spelling because MongoDB accepts no other. */
const TimeZone = z
  .string()
  .max(60)
  .refine((zone) => canonicalZone(zone) !== undefined, 'is no time zone')
  .overwrite((zone) => canonicalZone(zone) ?? zone);

function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 800;

/** Whole days in the user's time zone, including the last one. */
export const SalesQuery = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    interval: SalesInterval.default('day'),
    timeZone: TimeZone.default('UTC'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS, {
    path: ['from'],
    message: `must be less than ${MAX_DAYS} days before to`,
  });
export type SalesQuery = z.infer<typeof SalesQuery>;

const Sum = z.object({
  /**
   * Decimal string: amounts of completed orders by time of payment.
   */
  revenue: z.string(),
  /** Decimal string: what the seller keeps of them, see `OrderAmounts.net`. */
  netRevenue: z.string().optional(),
  orders: z.int(),
});

/** One bar of a chart. `start` is its first day: a Monday, the first of a month, or `from`. */
export const SalesPoint = Sum.extend({ start: z.iso.date() });
export type SalesPoint = z.infer<typeof SalesPoint>;

/**
 * The sales of one currency in a period and in the equally long period before it. Bars without sales are included.
 */
export const Sales = z.object({
  currency: Currency,
  /** Test orders only, because the seller is in test mode. Absent for live orders. Both are never added. */
  isTest: z.boolean().optional(),
  total: Sum,
  points: z.array(SalesPoint),
  previousTotal: Sum,
  previousPoints: z.array(SalesPoint),
});
export type Sales = z.infer<typeof Sales>;

export const getResellerSales = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/sales',
  summary: "The reseller's sales over time by currency, beside the period before",
  access: 'reseller',
  query: SalesQuery,
  timeoutSeconds: 20,
  replies: { 200: z.array(Sales) },
  errors: [],
});

export const getAdminSales = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/sales',
  summary:
    "Sales over time by currency, beside the period before: the platform's own or those of all sellers",
  access: 'admin',
  query: SalesQuery.safeExtend({
    /** `platform`: sales of the platform itself. A reseller's id: the sales of that reseller. */
    seller: z.string().min(1).max(100).default('all'),
  }),
  timeoutSeconds: 20,
  replies: { 200: z.array(Sales) },
  errors: [],
});
