import type Stripe from 'stripe';
import { z } from 'zod';
import { paramsFor } from '../params-for.ts';
import { currencyCode, expandable, flag, integer, list, metadata, pageable, range, text } from '../params.ts';

const priceData = z.strictObject({
  currency: currencyCode(),
  unit_amount: integer().optional(),
  unit_amount_decimal: text(24).optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  product_data: z.strictObject({
    name: text(),
    description: text(40_000).optional(),
    images: list(text(), 8).optional(),
    metadata: metadata().optional(),
    tax_code: text().optional(),
    unit_label: text(12).optional(),
  }),
});

const customText = z.strictObject({ message: text(1_200) }).optional();

const invoiceData = z.strictObject({
  custom_fields: list(z.strictObject({ name: text(40), value: text(140) }), 4).optional(),
  description: text(1_500).optional(),
  footer: text(5_000).optional(),
  metadata: metadata().optional(),
  rendering_options: z
    .strictObject({ amount_tax_display: z.enum(['exclude_tax', 'include_inclusive_tax']).optional() })
    .optional(),
});

const lineItem = z.strictObject({
  price: text().optional(),
  price_data: priceData.optional(),
  quantity: integer(),
  metadata: metadata().optional(),
});

/** The supported parameters of `POST /v1/checkout/sessions`. Any other parameter is rejected by name. */
export const createSessionParams = paramsFor<Stripe.Checkout.SessionCreateParams>()(
  z.strictObject({
    ...expandable,
    mode: z.enum(['payment', 'setup', 'subscription']),
    line_items: list(lineItem),
    success_url: text(),
    cancel_url: text().optional(),
    client_reference_id: text(200).optional(),
    customer: text().optional(),
    customer_creation: z.enum(['always', 'if_required']).optional(),
    customer_email: text(800).optional(),
    customer_update: z
      .strictObject({
        address: z.enum(['auto', 'never']).optional(),
        name: z.enum(['auto', 'never']).optional(),
      })
      .optional(),
    discounts: list(
      z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }),
      1,
    ).optional(),
    expires_at: integer().optional(),
    metadata: metadata().optional(),
    payment_intent_data: z
      .strictObject({
        description: text(1_000).optional(),
        metadata: metadata().optional(),
        receipt_email: text(800).optional(),
        setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
        statement_descriptor: text(22).optional(),
        statement_descriptor_suffix: text(22).optional(),
        capture_method: z.enum(['automatic', 'automatic_async']).optional(),
      })
      .optional(),
    allowed_payment_method_types: list(z.enum(['card', 'sepa_debit', 'link'])).optional(),
    adaptive_pricing: z.strictObject({ enabled: flag().optional() }).optional(),
    custom_text: z
      .strictObject({
        after_submit: customText,
        submit: customText,
        terms_of_service_acceptance: customText,
      })
      .optional(),
    invoice_creation: z.strictObject({ enabled: flag(), invoice_data: invoiceData.optional() }).optional(),
    allow_promotion_codes: flag().optional(),
    automatic_tax: z.strictObject({ enabled: flag() }).optional(),
    managed_payments: z.strictObject({ enabled: flag().optional() }).optional(),
    billing_address_collection: z.enum(['auto', 'required']).optional(),
    locale: text(10).optional(),
    name_collection: z
      .strictObject({
        business: z.strictObject({ enabled: flag(), optional: flag().optional() }).optional(),
      })
      .optional(),
    origin_context: z.enum(['mobile_app', 'web']).optional(),
    phone_number_collection: z.strictObject({ enabled: flag() }).optional(),
    tax_id_collection: z
      .strictObject({ enabled: flag(), required: z.enum(['if_supported', 'never']).optional() })
      .optional(),
    submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
    ui_mode: z.enum(['hosted_page']).optional(),
  }),
);
export type CreateSessionParams = z.output<typeof createSessionParams>;

export const listSessionsParams = paramsFor<Stripe.Checkout.SessionListParams>()(
  z.strictObject({
    ...pageable,
    created: range().optional(),
    customer: text().optional(),
    customer_details: z.strictObject({ email: text() }).optional(),
    payment_intent: text().optional(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
  }),
);

export const updateSessionParams = paramsFor<Stripe.Checkout.SessionUpdateParams>()(
  z.strictObject({ ...expandable, metadata: metadata().optional() }),
);
