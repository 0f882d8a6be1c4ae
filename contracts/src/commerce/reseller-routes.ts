import { z } from 'zod';
import { Currency } from '../money.ts';
import { line, nameLine, PastedSecret } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { EmbeddingSites } from './embedding-sites.ts';
import { OrderWebhookEvent } from './order-webhook-routes.ts';
import { SalesPage } from './sales-page.ts';
import { ResellerDetails, SellerPromises, SellerTax, ShownSellerDetails } from './seller-schema.ts';

/** A reseller as they see themselves. Payment keys are masked, `''` if none is stored. */
export const CurrentReseller = z.object({
  id: z.string(),
  businessName: z.string(),
  contactPerson: z.string(),
  phone: z.string(),
  slug: z.string(),
  subdomain: z.string(),
  /** Decimal string in major units. */
  productPrice: z.string(),
  currency: Currency,
  logoUrl: z.string().nullable(),
  salesPage: SalesPage,
  /** Origins. Absent in replies of older services. */
  embeddingSites: z.array(z.string()).optional(),
  /** Absent in replies of older services. */
  sellerDetails: ShownSellerDetails.optional(),
  promises: SellerPromises.optional(),
  tax: SellerTax.optional(),
  /** Whether each sale is mailed to the reseller. */
  saleNotices: z.boolean().optional(),
  isActive: z.boolean(),
  /** The stored keys are test keys. Absent with live keys. */
  isTest: z.boolean().optional(),
  stripeLiveSecretKey: z.string(),
  stripeLivePublishableKey: z.string(),
  stripeWebhookSecret: z.string(),
  orderWebhookUrl: z.string(),
  /** The events that it sends. Absent in replies of older services. */
  orderWebhookEvents: z.array(OrderWebhookEvent).optional(),
  /** Why the order webhook is disabled although a URL is stored. */
  orderWebhookDisabledReason: z.enum(['gone', 'failing']).nullable(),
});
export type CurrentReseller = z.infer<typeof CurrentReseller>;

/** Letters and digits of any script on one line. Markup and control characters are not allowed. */
export const BusinessName = nameLine(200, 1);

/** A decimal string or a number in the major unit of the currency. */
const Price = z.union([z.string().max(20), z.number()]);

export const getCurrentReseller = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/resellers/me',
  summary: 'The reseller who is signed in',
  access: 'reseller',
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});

export const BusinessConfig = z
  .strictObject({
    businessName: BusinessName,
    contactPerson: nameLine(200),
    phone: line(50),
    productPrice: Price,
    currency: Currency,
    /** Accepted but ignored: the server derives the slug from the name. */
    slug: z.string().max(200).nullable(),
  })
  .partial();
export type BusinessConfig = z.infer<typeof BusinessConfig>;

export const saveBusinessConfig = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/resellers/business-config',
  summary: 'Saves the business and its price; only what is sent changes',
  access: 'reseller',
  freshSession: true,
  body: BusinessConfig,
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND', 'PRICE_TOO_LOW'],
});

export const PaymentKeys = z.strictObject({
  liveSecretKey: PastedSecret.default(''),
  livePublishableKey: PastedSecret.default(''),
  webhookSecret: PastedSecret.default(''),
});
export type PaymentKeys = z.infer<typeof PaymentKeys>;

/** A mask or an empty value keeps the stored key. */
export const savePaymentKeys = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/resellers/stripe-config',
  summary: "Saves the keys of the reseller's payment account",
  access: 'reseller',
  body: PaymentKeys,
  freshSession: true,
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});

export const renameBusiness = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/business-name',
  summary: 'Renames the business; a really new name gets a new slug and the old one keeps leading here',
  access: 'reseller',
  body: z.strictObject({ businessName: BusinessName }),
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});

export const saveSalesPage = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/sales-page',
  summary: 'Saves color, questions and contact of the sales page, all of them at once',
  access: 'reseller',
  body: SalesPage,
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});

export const saveEmbeddingSites = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/embedding-sites',
  summary: 'Saves the sites that a payment that was given up leads straight back to, all of them at once',
  access: 'reseller',
  body: z.strictObject({ embeddingSites: EmbeddingSites }),
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});

export const saveSellerDetails = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/seller-details',
  summary: 'Saves who sells, as the legal notice, the terms and emails state it, all of it at once',
  access: 'reseller',
  body: ResellerDetails,
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});

export const saveTax = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/tax',
  summary: 'Saves how the reseller handles tax, if Stripe opens a payment page with it',
  access: 'reseller',
  freshSession: true,
  body: SellerTax,
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
});

export const savePromises = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/promises',
  summary: 'Saves the guarantee and the reply time that buyers are promised',
  access: 'reseller',
  body: SellerPromises,
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});

export const saveNotices = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/notices',
  summary: 'Turns the emails about each sale on or off',
  access: 'reseller',
  body: z.strictObject({ saleNotices: z.boolean() }),
  replies: { 200: CurrentReseller },
  errors: ['NOT_FOUND'],
});
