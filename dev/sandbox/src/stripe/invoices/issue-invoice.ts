import type { Sandbox } from '../../sandbox.ts';
import { recordEvent } from '../events/record-event.ts';
import { idOf } from '../objects/id-of.ts';
import type { CheckoutSession, Invoice, OwnedSession } from '../objects/types.ts';
import { buildInvoice, buildInvoicePayment } from './build-invoice.ts';

export function wantsInvoice({
  invoice_creation: wanted,
  managed_payments: managed,
}: CheckoutSession): boolean {
  return Boolean(wanted?.enabled) || Boolean(managed?.enabled);
}

/** Issues the invoice of a session whose money has arrived. */
export function issueInvoice(sandbox: Sandbox, session: OwnedSession, paymentIntent: string | null): Invoice {
  const { store, publicUrl } = sandbox;
  const customer = store.customers.find(idOf(session.object.customer));
  const seller = store.accounts.find(session.account);
  if (customer === undefined || seller === undefined)
    throw new Error('an invoice needs its seller and its customer');
  const scope = { account: session.account, livemode: session.livemode };
  const invoice = buildInvoice({ session, seller, customer: customer.object, publicUrl });
  store.invoices.put({ id: invoice.id, ...scope, object: invoice });
  recordEvent(sandbox, scope, 'invoice.created', {
    ...invoice,
    amount_paid: 0,
    amount_remaining: invoice.total,
    hosted_invoice_url: null,
    invoice_pdf: null,
    number: null,
    status: 'draft',
  });
  recordEvent(sandbox, scope, 'invoice.finalized', {
    ...invoice,
    amount_paid: 0,
    amount_remaining: invoice.total,
    status: 'open',
  });
  if (paymentIntent !== null) {
    const payment = buildInvoicePayment(invoice, paymentIntent);
    store.invoicePayments.put({ id: payment.id, ...scope, object: payment });
    recordEvent(sandbox, scope, 'invoice_payment.paid', payment);
  }
  recordEvent(sandbox, scope, 'invoice.paid', invoice);
  recordEvent(sandbox, scope, 'invoice.payment_succeeded', invoice);
  return invoice;
}
