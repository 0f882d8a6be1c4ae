import type Stripe from 'stripe';
import { nowInSeconds } from '../../clock.ts';
import { newId, randomText } from '../../ids.ts';
import { idOf } from '../objects/id-of.ts';
import type {
  Customer,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  LineItem,
  OwnedSession,
} from '../objects/types.ts';
import type { StripeAccount } from '../accounts/account.ts';
import { addressIn } from '../tax/render-tax.ts';

interface Facts {
  session: OwnedSession;
  seller: StripeAccount;
  customer: Customer;
  publicUrl: string;
}

/** The invoice of a paid session, as a draft. */
export function buildInvoice({ session, seller, customer, publicUrl }: Facts): Invoice {
  const { object, terms } = session;
  const created = nowInSeconds();
  const id = `in_1${randomText(23)}`;
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = object.total_details ?? {};
  const total = object.amount_total ?? 0;
  const data = object.invoice_creation?.invoice_data;
  const isManaged = object.managed_payments?.enabled ?? false;
  const place = `${publicUrl}/invoice/${newId('inv', 40)}`;
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: seller.name,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: total,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: true,
    auto_advance: false,
    automatic_tax: {
      disabled_reason: null,
      enabled: object.automatic_tax.enabled,
      liability: object.automatic_tax.liability === null ? null : { type: 'self' },
      provider: object.automatic_tax.provider,
      status: object.automatic_tax.status,
    },
    automatically_finalizes_at: null,
    billing_reason: 'manual',
    collection_method: 'charge_automatically',
    created,
    currency: object.currency ?? 'usd',
    custom_fields: data?.custom_fields ?? null,
    customer: customer.id,
    customer_account: null,
    customer_address:
      terms.buyer.country === null ? null : addressIn(terms.buyer.country, terms.buyer.postalCode),
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: terms.buyer.taxId === null ? [] : [terms.buyer.taxId],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: data?.description ?? null,
    discounts: terms.discount === null ? [] : [terms.discount.id],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: data?.footer ?? null,
    from_invoice: null,
    hosted_invoice_url: place,
    invoice_pdf: `${place}/pdf`,
    // With Managed Payments, a company of Stripe is the seller.
    issuer: { type: isManaged ? 'stripe' : 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: terms.lineItems.map((item) => buildLine(id, session, item)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: session.livemode,
    metadata: data?.metadata ?? {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-0001`,
    on_behalf_of: null,
    parent: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: !data?.rendering_options
      ? null
      : {
          amount_tax_display: data.rendering_options.amount_tax_display,
          pdf: { page_size: 'auto' },
          template: null,
          template_version: null,
        },
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'paid',
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: created,
      voided_at: null,
    },
    subtotal: object.amount_subtotal ?? 0,
    subtotal_excluding_tax: total - tax + discount,
    test_clock: null,
    total,
    total_discount_amounts:
      terms.discount === null ? [] : [{ amount: discount, discount: terms.discount.id }],
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts:
      terms.discount === null ? [] : [{ amount: discount, discount: terms.discount.id, type: 'discount' }],
    total_taxes: Object.values(terms.taxes).flat().map(renderTax),
    webhooks_delivered_at: created,
  };
}

export function buildInvoicePayment(invoice: Invoice, paymentIntent: string): InvoicePayment {
  return {
    id: `inpay_1${randomText(23)}`,
    object: 'invoice_payment',
    amount_paid: invoice.total,
    amount_requested: invoice.total,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: invoice.livemode,
    payment: { payment_intent: paymentIntent, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: invoice.created },
  };
}

function buildLine(invoice: string, { livemode, terms }: OwnedSession, item: LineItem): InvoiceLine {
  const now = nowInSeconds();
  const discounts =
    terms.discount === null ? [] : [{ amount: item.amount_discount, discount: terms.discount.id }];
  return {
    id: `il_1${randomText(23)}`,
    object: 'line_item',
    amount: item.amount_subtotal,
    currency: item.currency,
    description: item.description,
    discount_amounts: discounts,
    discountable: true,
    discounts: discounts.map(({ discount }) => discount),
    invoice,
    livemode,
    metadata: {},
    parent: {
      invoice_item_details: {
        invoice_item: `ii_1${randomText(23)}`,
        proration: false,
        proration_details: { credited_items: null },
        subscription: null,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    period: { end: now, start: now },
    pretax_credit_amounts: discounts.map((each) => ({ ...each, type: 'discount' })),
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity,
    quantity_decimal: String(item.quantity),
    subscription: null,
    subtotal: item.amount_subtotal,
    taxes: (terms.taxes[item.id] ?? []).map(renderTax),
  };
}

function renderTax(tax: Stripe.LineItem.Tax): Stripe.Invoice.TotalTax {
  return {
    amount: tax.amount,
    tax_behavior: tax.rate.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: tax.rate.id },
    taxability_reason: tax.taxability_reason ?? 'not_available',
    taxable_amount: tax.taxable_amount,
    type: 'tax_rate_details',
  };
}
