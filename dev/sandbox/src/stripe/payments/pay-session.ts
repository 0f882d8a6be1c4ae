import type { Sandbox } from '../../sandbox.ts';
import { buildCustomerDetails } from '../checkout/build-session.ts';
import { getSession } from '../checkout/get-session.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { StripeError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import type { CheckoutSession, OwnedSession, PaymentIntent } from '../objects/types.ts';
import { buildCharge, type Failure } from './build-charge.ts';
import { buildPaymentIntent } from './build-payment-intent.ts';
import { TEST_CARD, TEST_DEBIT, type PaymentMethod } from './payment-method.ts';
import { feeOf, recordBalance } from './record-balance.ts';

export interface Payer {
  email: string;
  name?: string | undefined;
}

/** The payer's card is charged: the session is complete and paid. */
export function payByCard(
  sandbox: Sandbox,
  id: string,
  payer: Payer,
  card: PaymentMethod = TEST_CARD,
): CheckoutSession {
  const session = getOpenSession(sandbox, id);
  if (session.object.amount_total === 0)
    return complete(sandbox, session, payer, 'no_payment_required', null);
  const intent = startPayment(sandbox, session);
  const paid = succeed(sandbox, session, intent, payer, card);
  return complete(sandbox, session, payer, 'paid', paid.id);
}

/** The payer's card is turned down: the session stays open for another try. */
export function declineCard(
  sandbox: Sandbox,
  id: string,
  payer: Payer,
  failure: Failure,
  card = TEST_CARD,
): CheckoutSession {
  const session = getOpenSession(sandbox, id);
  const intent = startPayment(sandbox, session);
  fail(sandbox, session, intent, payer, card, failure);
  return putSession(sandbox, session, { payment_intent: intent.id });
}

/** The payer chose a bank debit: the session is complete and the money still on its way. */
export function payLater(sandbox: Sandbox, id: string, payer: Payer): CheckoutSession {
  const session = getOpenSession(sandbox, id);
  if (session.object.amount_total === 0) return payByCard(sandbox, id, payer);
  const intent = startPayment(sandbox, session);
  const charge = buildCharge({ ...attempt(sandbox, session, intent, payer, TEST_DEBIT), status: 'pending' });
  putCharge(sandbox, session, charge);
  recordEvent(sandbox, session, 'charge.pending', charge);
  const processing = putIntent(sandbox, session, {
    ...intent,
    status: 'processing',
    latest_charge: charge.id,
    payment_method: charge.payment_method,
  });
  recordEvent(sandbox, session, 'payment_intent.processing', processing);
  return complete(sandbox, session, payer, 'unpaid', intent.id);
}

/** The bank debit of a completed session arrived, or did not. */
export function settleLatePayment(
  sandbox: Sandbox,
  id: string,
  outcome: 'succeeded' | 'failed',
): CheckoutSession {
  const session = getSession(sandbox.store, id);
  const intent = sandbox.store.paymentIntents.find(String(session.object.payment_intent))?.object;
  const email = session.object.customer_details?.email;
  if (intent?.status !== 'processing' || !email)
    throw new StripeError(`The Checkout Session ${id} has no payment on its way.`);
  const payer = { email, name: session.object.customer_details?.name ?? undefined };
  if (outcome === 'failed') {
    fail(sandbox, session, intent, payer, TEST_DEBIT, {
      code: 'payment_intent_payment_attempt_failed',
      declineCode: null,
      message: 'The bank account has insufficient funds to complete this payment.',
    });
    recordEvent(sandbox, session, 'checkout.session.async_payment_failed', session.object);
    return session.object;
  }
  succeed(sandbox, session, intent, payer, TEST_DEBIT);
  const paid = putSession(sandbox, session, { payment_status: 'paid' });
  recordEvent(sandbox, session, 'checkout.session.async_payment_succeeded', paid);
  return paid;
}

function getOpenSession(sandbox: Sandbox, id: string): OwnedSession {
  const session = getSession(sandbox.store, id);
  if (session.object.status !== 'open')
    throw new StripeError(`This Checkout Session is ${session.object.status}; it can no longer be paid.`);
  return session;
}

/** The payment of the session: the one of an earlier, declined try, or a new one. */
function startPayment(sandbox: Sandbox, session: OwnedSession): PaymentIntent {
  const earlier = sandbox.store.paymentIntents.find(String(session.object.payment_intent));
  if (earlier !== undefined) return earlier.object;
  const intent = buildPaymentIntent(session.object, session.terms.paymentIntent);
  putIntent(sandbox, session, intent);
  recordEvent(sandbox, session, 'payment_intent.created', intent);
  return intent;
}

function succeed(
  sandbox: Sandbox,
  session: OwnedSession,
  intent: PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
): PaymentIntent {
  const pending = sandbox.store.charges.find(String(intent.latest_charge))?.object;
  const made =
    pending?.status === 'pending'
      ? { ...pending, status: 'succeeded' as const }
      : buildCharge({ ...attempt(sandbox, session, intent, payer, method), status: 'succeeded' });
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

function fail(
  sandbox: Sandbox,
  session: OwnedSession,
  intent: PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
  failure: Failure,
): void {
  const pending = sandbox.store.charges.find(String(intent.latest_charge))?.object;
  const failed = buildCharge({
    ...attempt(sandbox, session, intent, payer, method),
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

function complete(
  sandbox: Sandbox,
  session: OwnedSession,
  payer: Payer,
  paymentStatus: CheckoutSession['payment_status'],
  paymentIntent: string | null,
): CheckoutSession {
  const customer =
    session.object.customer_creation === 'always'
      ? createCustomer(sandbox, session, payer).id
      : session.object.customer;
  const completed = putSession(sandbox, session, {
    customer,
    customer_details: buildCustomerDetails(payer.email, payer.name ?? null),
    payment_intent: paymentIntent,
    payment_status: paymentStatus,
    status: 'complete',
    url: null,
  });
  recordEvent(sandbox, session, 'checkout.session.completed', completed);
  return completed;
}

function attempt(
  sandbox: Sandbox,
  session: OwnedSession,
  intent: PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
) {
  return {
    intent,
    method,
    email: payer.email,
    name: payer.name ?? null,
    receiptUrl: `${sandbox.publicUrl}/pay/${session.id}`,
  };
}

function putSession(
  sandbox: Sandbox,
  session: OwnedSession,
  change: Partial<CheckoutSession>,
): CheckoutSession {
  return sandbox.store.sessions.put({ ...session, object: { ...session.object, ...change } }).object;
}

function putIntent(
  sandbox: Sandbox,
  { account, livemode }: OwnedSession,
  object: PaymentIntent,
): PaymentIntent {
  return sandbox.store.paymentIntents.put({ id: object.id, account, livemode, object }).object;
}

function putCharge(
  sandbox: Sandbox,
  { account, livemode }: OwnedSession,
  object: ReturnType<typeof buildCharge>,
): void {
  sandbox.store.charges.put({ id: object.id, account, livemode, object });
}
