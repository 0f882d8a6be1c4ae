import { z } from 'zod';
import { StoreUrl } from '../licensing/requests.ts';
import { EmailAddress } from '../email-address.ts';
import { PastedSecret } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { CLAIM_NAMES } from './claims.ts';
import { OrderWebhookEvent, OrderWebhookEvents } from './order-webhook-routes.ts';
import { bySecret, bySetting } from './platform-settings.ts';
import { SellerDetails, SellerTax, ShownSellerDetails } from './seller-schema.ts';
import { ShownClaims, StoredClaims } from './site-routes.ts';

/** A masked secret, `''` if none is stored. */
const Masked = z.string();

export const Settings = z.object({
  /** Prices in cents, lists comma-separated. */
  ...bySetting({
    switch: z.boolean(),
    price: z.int(),
    emails: z.string(),
    /** Absent in replies of older services, as are the claims. */
    seller: ShownSellerDetails.optional(),
    claims: ShownClaims.extend({ confirmed: z.array(z.enum(CLAIM_NAMES)) }).optional(),
    tax: SellerTax.optional(),
  }),
  ...bySecret(() => Masked),
  hasValidTestKey: z.boolean(),
  hasValidLiveKey: z.boolean(),
  /** Whether the webhook secret of the current mode is stored. */
  webhookSecretConfigured: z.boolean(),
  persistent_logging_enabled: z.boolean(),
  /** Stored by licensing. Null while licensing does not reply. */
  chromeWebStoreUrl: z.string().nullable(),
  adminWebhookUrl: z.string(),
  /** The events that it sends. Absent in replies of older services. */
  adminWebhookEvents: z.array(OrderWebhookEvent).optional(),
  /** Why the admin's order webhook is disabled although a URL is stored. */
  adminWebhookDisabledReason: z.enum(['gone', 'failing']).nullable(),
  /** Known by support, which sends emails. Null while support does not reply. */
  postmarkConfigured: z.boolean().nullable(),
});
export type Settings = z.infer<typeof Settings>;

/** Dollars as entered: `79`, `79.00` or a number. */
const Dollars = z.union([z.string().max(20), z.number()]);

const EmailList = z
  .string()
  .max(2000)
  .transform((text) =>
    text
      .split(',')
      .map((email) => email.trim())
      .filter(Boolean),
  )
  .pipe(z.array(EmailAddress).max(20));

/** Saves only the fields that are sent. A mask or an empty secret keeps the stored one. */
export const SettingsChange = z
  .strictObject({
    ...bySetting({
      switch: z.boolean(),
      price: Dollars,
      emails: EmailList,
      seller: SellerDetails,
      claims: StoredClaims,
      tax: SellerTax,
    }),
    ...bySecret(() => PastedSecret),
    chromeWebStoreUrl: StoreUrl,
    /** Empty disables the webhook. */
    adminWebhookUrl: z.string().trim().max(2000),
    adminWebhookEvents: OrderWebhookEvents,
  })
  .partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

export const getSettings = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/settings',
  summary: "The platform's settings, secrets masked",
  access: 'admin',
  replies: { 200: Settings },
  errors: [],
});

export const saveSettings = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/admin/settings',
  summary: 'Saves the settings that are sent; prices come in dollars and are returned in cents',
  access: 'admin',
  body: SettingsChange,
  freshSession: true,
  replies: { 200: Settings },
  errors: ['PRICE_TOO_LOW', 'WEBHOOK_URL_REFUSED'],
});
