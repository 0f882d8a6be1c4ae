import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Charge, PaymentIntent } from '../objects/types.ts';
import { addressIn } from '../tax/render-tax.ts';
import { describePaymentMethod, type PaymentMethod } from './payment-method.ts';

/** The reason for a declined payment, in Stripe's codes. */
export interface Failure {
  code: 'card_declined' | 'expired_card' | 'payment_intent_payment_attempt_failed';
  declineCode: string | null;
  message: string;
}

export interface Attempt {
  intent: PaymentIntent;
  method: PaymentMethod;
  email: string;
  name: string | null;
  country: string;
  postalCode: string | null;
  status: 'succeeded' | 'pending' | 'failed';
  failure?: Failure | undefined;
  receiptUrl: string;
}

export function buildCharge(attempt: Attempt): Charge {
  const { intent, method, email, name, status, failure, receiptUrl } = attempt;
  const { id, amount, currency, livemode, metadata } = intent;
  const isFailed = status === 'failed';
  return {
    id: `ch_3${randomText(23)}`,
    object: 'charge',
    amount,
    amount_captured: isFailed ? 0 : amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: addressIn(attempt.country, attempt.postalCode),
      email,
      name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: intent.statement_descriptor ?? 'SANDBOX',
    captured: !isFailed,
    created: nowInSeconds(),
    currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode,
    metadata,
    on_behalf_of: null,
    outcome: buildOutcome(status, failure),
    paid: !isFailed,
    payment_intent: id,
    payment_method: `pm_1${randomText(23)}`,
    payment_method_details: describePaymentMethod(method, amount),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isFailed ? null : receiptUrl,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

function buildOutcome(status: Attempt['status'], failure: Failure | undefined): Charge['outcome'] {
  return {
    advice_code: failure === undefined ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure === undefined ? 'approved_by_network' : 'declined_by_network',
    reason: failure?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 8,
    seller_message:
      status === 'failed' ? 'The bank did not return any further details.' : 'Payment complete.',
    type: status === 'failed' ? 'issuer_declined' : 'authorized',
  };
}
