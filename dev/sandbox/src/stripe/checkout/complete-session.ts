import type { Sandbox } from '../../sandbox.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { recordEvent } from '../events/record-event.ts';
import { countUse } from '../discounts/redeem.ts';
import { issueInvoice, wantsInvoice } from '../invoices/issue-invoice.ts';
import type { CheckoutSession, OwnedSession } from '../objects/types.ts';
import { putSession, type Payer } from '../payments/payment-steps.ts';
import { buildCustomerDetails } from './build-session.ts';

/** Completes the session. `paymentStatus` shows whether the payment has arrived. */
export function completeSession(
  sandbox: Sandbox,
  session: OwnedSession,
  payer: Payer,
  paymentStatus: CheckoutSession['payment_status'],
  paymentIntent: string | null,
): CheckoutSession {
  const customer = needsNewCustomer(session.object)
    ? createCustomer(sandbox, session, payer).id
    : session.object.customer;
  if (session.terms.discount !== null) countUse(sandbox, session, session.terms.discount);
  // The page asks for a business name only if the session does.
  const businessName = session.object.name_collection?.business?.enabled ? payer.businessName : undefined;
  const isPaid = paymentStatus !== 'unpaid';
  const known = { ...session, object: { ...session.object, customer } };
  const invoice =
    isPaid && wantsInvoice(session.object) ? issueInvoice(sandbox, known, paymentIntent).id : null;
  const completed = putSession(sandbox, session, {
    customer,
    invoice,
    collected_information: {
      business_name: businessName ?? null,
      individual_name: null,
      shipping_details: null,
    },
    customer_details: buildCustomerDetails({ ...payer, businessName }),
    payment_intent: paymentIntent,
    payment_status: paymentStatus,
    status: 'complete',
    url: null,
  });
  recordEvent(sandbox, session, 'checkout.session.completed', completed);
  return completed;
}

/** Free orders, invoices and Managed Payments have no guests. */
function needsNewCustomer({
  amount_total: total,
  customer,
  customer_creation: wanted,
  invoice_creation: invoice,
  managed_payments: managed,
}: CheckoutSession): boolean {
  if (customer !== null) return false;
  return wanted === 'always' || total === 0 || Boolean(invoice?.enabled) || Boolean(managed?.enabled);
}
