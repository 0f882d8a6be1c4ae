import { nowInSeconds } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { CheckoutSession, LineItem, Scope } from '../objects/types.ts';
import type { Payer } from '../payments/payment-steps.ts';
import { addressIn } from '../tax/render-tax.ts';
import type { CreateSessionParams } from './session-params.ts';

const DAY = 24 * 60 * 60;

/** An open session with every field that Stripe returns. */
export function buildSession(
  scope: Scope,
  params: CreateSessionParams,
  lineItems: LineItem[],
  publicUrl: string,
  isManaged: boolean,
): CheckoutSession {
  const created = nowInSeconds();
  const id = newId(`cs_${scope.livemode ? 'live' : 'test'}`, 58);
  const subtotal = lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? isManaged },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: subtotal,
    amount_total: subtotal,
    automatic_tax: buildAutomaticTax(params, isManaged),
    billing_address_collection: params.billing_address_collection ?? null,
    branding_settings: {
      background_color: '#ffffff',
      border_style: 'rounded',
      button_color: '#0074d4',
      display_name: 'Sandbox',
      font_family: 'default',
      icon: null,
      logo: null,
    },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created,
    currency: lineItems[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: params.custom_text?.after_submit ?? null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: params.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.customer === undefined ? (params.customer_creation ?? 'if_required') : null,
    customer_details:
      params.customer_email === undefined ? null : buildCustomerDetails({ email: params.customer_email }),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at ?? created + DAY,
    integration_identifier: null,
    invoice: null,
    invoice_creation: buildInvoiceCreation(params),
    livemode: scope.livemode,
    locale: params.locale ?? null,
    managed_payments: { enabled: isManaged },
    metadata: params.metadata ?? {},
    mode: 'payment',
    name_collection: collectedNames(params),
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'sepa_debit'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    ...(params.tax_id_collection && {
      tax_id_collection: {
        enabled: params.tax_id_collection.enabled,
        required: params.tax_id_collection.required ?? 'never',
      },
    }),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${publicUrl}/pay/${id}`,
    wallet_options: null,
  };
}

function buildAutomaticTax(
  { automatic_tax: wanted }: CreateSessionParams,
  isManaged: boolean,
): CheckoutSession['automatic_tax'] {
  if (!isManaged && !wanted?.enabled)
    return { enabled: false, liability: null, provider: null, status: null };
  return {
    enabled: true,
    // With Managed Payments, Stripe owes the tax.
    liability: isManaged ? null : { type: 'self' },
    provider: 'stripe',
    status: 'requires_location_inputs',
  };
}

function buildInvoiceCreation({
  invoice_creation: wanted,
}: CreateSessionParams): NonNullable<CheckoutSession['invoice_creation']> {
  const data = wanted?.invoice_data;
  return {
    enabled: wanted?.enabled ?? false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: data?.custom_fields ?? null,
      description: data?.description ?? null,
      footer: data?.footer ?? null,
      issuer: null,
      metadata: data?.metadata ?? {},
      rendering_options:
        data?.rendering_options === undefined
          ? null
          : { amount_tax_display: data.rendering_options.amount_tax_display ?? null, template: null },
    },
  };
}

function collectedNames({
  name_collection: names,
}: CreateSessionParams): NonNullable<CheckoutSession['name_collection']> {
  const { business } = names ?? {};
  return business ? { business: { enabled: business.enabled, optional: business.optional ?? false } } : {};
}

export function buildCustomerDetails({
  email,
  name,
  businessName,
  buyer,
}: Payer): NonNullable<CheckoutSession['customer_details']> {
  return {
    address: buyer?.country ? addressIn(buyer.country, buyer.postalCode) : null,
    business_name: businessName ?? null,
    email,
    individual_name: null,
    name: name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: buyer?.taxId ? [buyer.taxId] : [],
  };
}
