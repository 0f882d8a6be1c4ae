import { z } from 'zod';
import { Currency } from '../money.ts';
import { defineRoute } from '../route.ts';
import type { AccentTones } from './accent-color.ts';
import { SellerPromises, ShownSellerDetails } from './seller-schema.ts';
import { TAX_MODES } from './seller-tax.ts';
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

/** The reseller whose page a visitor sees. */
export const Tenant = z.object({
  resellerId: z.string(),
  /** The current slug. A page opened under a former slug redirects to it. */
  slug: z.string(),
  subdomain: z.string(),
  businessName: z.string(),
  /** Decimal string in major units: `79.00`, or `7900` for yen. */
  productPrice: z.string(),
  currency: Currency,
  /** The reseller's keys are test keys: no payment is real. Absent with live keys. */
  isTest: z.boolean().optional(),
  logoUrl: z.string().nullable(),
  salesPage: SalesPage.default(EMPTY_SALES_PAGE),
  /** The page's colors for both themes, derived from the reseller's color. Null for the platform's own colors. */
  tones: z.object({ light: Tones, dark: Tones }).nullable().default(null),
  /** Absent in replies of older services, as are the promises. */
  sellerDetails: ShownSellerDetails.optional(),
  promises: SellerPromises.optional(),
  taxMode: z.enum(TAX_MODES).optional(),
});
export type Tenant = z.infer<typeof Tenant>;

/** Resolves the tenant from the host's subdomain, then from the page's path. 404 on pages without a tenant. */
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
