import type { Sandbox } from '../../sandbox.ts';
import { getSession } from '../checkout/get-session.ts';
import { StripeError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { issueInvoice, wantsInvoice } from '../invoices/issue-invoice.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { findPaymentIntent } from './find-payment.ts';
import { TEST_DEBIT } from './payment-method.ts';
import { fail, putSession, succeed } from './payment-steps.ts';

/** Settles the bank debit of a completed session as paid or failed. */
export function settleLatePayment(
  sandbox: Sandbox,
  id: string,
  outcome: 'succeeded' | 'failed',
): CheckoutSession {
  const session = getSession(sandbox.store, id);
  const intent = findPaymentIntent(sandbox.store, session.object);
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
  const invoice = wantsInvoice(session.object)
    ? issueInvoice(sandbox, session, intent.id).id
    : session.object.invoice;
  const paid = putSession(sandbox, session, { invoice, payment_status: 'paid' });
  recordEvent(sandbox, session, 'checkout.session.async_payment_succeeded', paid);
  return paid;
}
