import { z } from 'zod';
import { Currency } from '../money.ts';
import { defineRoute } from '../route.ts';
import type { AccentTones } from './accent-color.ts';
import { EMPTY_SALES_PAGE, SalesPage } from './sales-page.ts';

const Color = z.string().regex(/^#[0-9a-f]{6}$/);
const Tones = z.object({
  signal: Color,
  'signal-strong': Color,
  'signal-soft': Color,
  'on-signal': Color,
  accent: Color,
  'accent-soft': Color,
  'on-accent': Color,
  call: Color,
}) satisfies z.ZodType<AccentTones>;

/** The reseller whose page a visitor is on. */
export const Tenant = z.object({
  resellerId: z.string(),
  /** The current slug; a page opened under a former one moves here. */
  slug: z.string(),
  subdomain: z.string(),
  businessName: z.string(),
  /** Decimal string in major units: `79.00`, `7900` for yen. */
  productPrice: z.string(),
  currency: Currency,
  logoUrl: z.string().nullable(),
  salesPage: SalesPage.default(EMPTY_SALES_PAGE),
  /** The colors of the page in either theme, derived from the reseller's; null for the platform's own. */
  tones: z.object({ light: Tones, dark: Tones }).nullable().default(null),
});
export type Tenant = z.infer<typeof Tenant>;

/** By the host's subdomain first, then by the path of the page; 404 where the visitor is on no tenant's page. */
export const getTenant = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/tenant',
  summary: 'The reseller of the page the visitor is on',
  access: 'anyone',
  headers: z.object({ 'x-current-path': z.string().max(2048).optional() }),
  replies: { 200: Tenant },
  errors: ['NOT_FOUND'],
});
