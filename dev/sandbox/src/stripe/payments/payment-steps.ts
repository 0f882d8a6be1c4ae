import { newId } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { getSession } from '../checkout/get-session.ts';
import { StripeError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Buyer, Charge, CheckoutSession, OwnedSession, PaymentIntent } from '../objects/types.ts';
import { buildCharge, type Attempt, type Failure } from './build-charge.ts';
import { buildPaymentIntent } from './build-payment-intent.ts';
import { findLatestCharge, findPaymentIntent } from './find-payment.ts';
import type { PaymentMethod } from './payment-method.ts';
import { feeOf, recordBalance } from './record-balance.ts';

export interface Payer {
  email: string;
  name?: string | undefined;
  businessName?: string | undefined;
  buyer?: Buyer | undefined;
}

/** @throws StripeError if the session is complete or expired */
export function getOpenSession(sandbox: Sandbox, id: string): OwnedSession {
  const session = getSession(sandbox.store, id);
  if (session.object.status !== 'open')
    throw new StripeError(`This Checkout Session is ${session.object.status}; it can no longer be paid.`);
  return session;
}

/** The payment of the session: the existing one after a declined attempt, or a new one. */
export function startPayment(sandbox: Sandbox, session: OwnedSession): PaymentIntent {
  const earlier = findPaymentIntent(sandbox.store, session.object);
  const amount = session.object.amount_total ?? 0;
  if (earlier !== undefined)
    return earlier.amount === amount ? earlier : putIntent(sandbox, session, { ...earlier, amount });
  const intent = buildPaymentIntent(session.object, session.terms.paymentIntent);
  putIntent(sandbox, session, intent);
  recordEvent(sandbox, session, 'payment_intent.created', intent);
  return intent;
}

export function succeed(
  sandbox: Sandbox,
  session: OwnedSession,
  intent: PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
): PaymentIntent {
  const pending = findLatestCharge(sandbox.store, intent)?.object;
  const made =
    pending?.status === 'pending'
      ? { ...pending, status: 'succeeded' as const }
      : buildCharge({ ...buildAttempt(sandbox, session, intent, payer, method), status: 'succeeded' });
  const balance = recordBalance(sandbox, session, {
    type: 'charge',
    amount: intent.amount,
    currency: intent.currency,
    fee: feeOf(intent.amount),
    source: made.id,
    description: intent.description,
  });
  const charge = { ...made, balance_transaction: balance.id };
  putCharge(sandbox, session, charge);
  recordEvent(sandbox, session, 'charge.succeeded', charge);
  const succeeded = putIntent(sandbox, session, {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
  });
  recordEvent(sandbox, session, 'payment_intent.succeeded', succeeded);
  return succeeded;
}

export function fail(
  sandbox: Sandbox,
  session: OwnedSession,
  intent: PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
  failure: Failure,
): void {
  const pending = findLatestCharge(sandbox.store, intent)?.object;
  const failed = buildCharge({
    ...buildAttempt(sandbox, session, intent, payer, method),
    status: 'failed',
    failure,
  });
  const charge =
    pending?.status === 'pending' ? { ...failed, id: pending.id, created: pending.created } : failed;
  putCharge(sandbox, session, charge);
  recordEvent(sandbox, session, 'charge.failed', charge);
  const turnedDown = putIntent(sandbox, session, {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: {
      charge: charge.id,
      code: failure.code,
      ...(failure.declineCode && { decline_code: failure.declineCode }),
      doc_url: `https://stripe.com/docs/error-codes/${failure.code.replaceAll('_', '-')}`,
      message: failure.message,
      type: method.type === 'card' ? 'card_error' : 'invalid_request_error',
    },
    latest_charge: charge.id,
    payment_method: null,
  });
  recordEvent(sandbox, session, 'payment_intent.payment_failed', turnedDown);
}

export function buildAttempt(
  sandbox: Sandbox,
  session: OwnedSession,
  intent: PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
): Omit<Attempt, 'status' | 'failure'> {
  return {
    intent,
    method,
    email: payer.email,
    name: payer.name ?? null,
    country: payer.buyer?.country ?? 'US',
    postalCode: payer.buyer?.postalCode ?? null,
    receiptUrl: `${sandbox.publicUrl}/receipt/${newId('rcpt', 40)}`,
  };
}

export function putSession(
  sandbox: Sandbox,
  session: OwnedSession,
  change: Partial<CheckoutSession>,
): CheckoutSession {
  return sandbox.store.sessions.put({ ...session, object: { ...session.object, ...change } }).object;
}

export function putIntent(
  sandbox: Sandbox,
  { account, livemode }: OwnedSession,
  object: PaymentIntent,
): PaymentIntent {
  return sandbox.store.paymentIntents.put({ id: object.id, account, livemode, object }).object;
}

export function putCharge(sandbox: Sandbox, { account, livemode }: OwnedSession, object: Charge): void {
  sandbox.store.charges.put({ id: object.id, account, livemode, object });
}
