import { nowInSeconds } from '../../clock.ts';
import { newId, randomText } from '../../ids.ts';
import type { CheckoutSession, PaymentIntent, SessionTerms } from '../objects/types.ts';

/** The payment of a session before the first attempt. */
export function buildPaymentIntent(
  session: CheckoutSession,
  terms: SessionTerms['paymentIntent'],
): PaymentIntent {
  const id = `pi_3${randomText(23)}`;
  const amount = session.amount_total ?? 0;
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency: session.currency ?? 'usd',
    customer: session.customer,
    customer_account: null,
    description: terms.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: session.livemode,
    managed_payments: { enabled: session.managed_payments?.enabled ?? false },
    metadata: terms.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: terms.receiptEmail,
    review: null,
    setup_future_usage: terms.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: terms.statementDescriptor,
    statement_descriptor_suffix: terms.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}
