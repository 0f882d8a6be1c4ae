import { z } from 'zod';
import { Currency } from '../money.ts';
import { defineRoute } from '../route.ts';

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
