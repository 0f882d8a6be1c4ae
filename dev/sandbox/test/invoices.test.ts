import { describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { idOf } from '../src/stripe/objects/id-of.ts';
import { freshKey, sessionParams, setProfile, taxedParams, useSandbox } from './kit.ts';

const TAX = { tax: { status: 'active', headOffice: 'DE', registrations: [{ country: 'DE' }] } };

describe('invoices and receipts', () => {
  const kit = useSandbox();

  async function sell(params: Stripe.Checkout.SessionCreateParams, outcome = 'paid', more = {}) {
    const key = freshKey();
    await setProfile(kit, key, TAX);
    const stripe = kit.stripe(key);
    const { id } = await stripe.checkout.sessions.create(params);
    const pay = (action: string) =>
      kit.call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: action, ...more });
    const { status } = await pay(outcome);
    expect(status).toBe(200);
    const read = () => stripe.checkout.sessions.retrieve(id, { expand: ['invoice'] });
    const types = async () =>
      (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed();
    return { stripe, pay, read, types, session: await read() };
  }
  const invoiced = (params: Stripe.Checkout.SessionCreateParams) => ({
    ...params,
    invoice_creation: {
      enabled: true,
      invoice_data: { footer: 'Thank you', custom_fields: [{ name: 'Order', value: '7' }] },
    },
  });

  it('are issued for a paid session that asks for them, with its tax and its buyer', async () => {
    const { session, stripe, types } = await sell(invoiced(taxedParams('exclusive', 10_000)), 'paid', {
      country: 'DE',
      name: 'Jane Doe',
    });
    const invoice = session.invoice as Stripe.Invoice;
    expect(session.customer).toMatch(/^cus_/);
    expect(invoice).toMatchObject({
      object: 'invoice',
      status: 'paid',
      subtotal: 10_000,
      total: 11_900,
      total_excluding_tax: 10_000,
      amount_paid: 11_900,
      total_taxes: [{ amount: 1_900, tax_behavior: 'exclusive', taxability_reason: 'standard_rated' }],
      customer_email: 'jane@example.com',
      customer_address: { country: 'DE' },
      custom_fields: [{ name: 'Order', value: '7' }],
      footer: 'Thank you',
    });
    const payments = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: idOf(session.payment_intent) },
    });
    expect(payments.data).toMatchObject([{ invoice: invoice.id, status: 'paid', amount_paid: 11_900 }]);
    expect((await stripe.invoices.list()).data.map(({ id }) => id)).toEqual([invoice.id]);
    const order = (await types()).filter((type) => /invoice|completed/.test(type));
    expect(order).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'checkout.session.completed',
    ]);
    const { data } = await stripe.events.list({ type: 'invoice.created' });
    expect(data[0]!.data.object).toMatchObject({
      status: 'draft',
      hosted_invoice_url: null,
      invoice_pdf: null,
    });
  });

  it('have a page and a PDF at addresses that only their owner knows', async () => {
    const { session } = await sell(invoiced(taxedParams('inclusive', 9_700)), 'paid', { country: 'DE' });
    const { hosted_invoice_url: address, invoice_pdf: file, number } = session.invoice as Stripe.Invoice;
    const here = (url: string) => url.replace('localhost', '127.0.0.1');
    const page = await (await fetch(here(address!))).text();
    expect(page).toContain(`Invoice ${number}`);
    expect(page).toContain('€97.00');
    expect(page).toContain('Tax, included');
    const answer = await fetch(here(file!));
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(pdf).toMatch(/^%PDF-1\.4\n/);
    expect(pdf).toContain(`Invoice ${number}`);
    const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf) ?? [];
    expect(pdf.slice(Number(start), Number(start) + 4)).toBe('xref');
    expect((await fetch(`${kit.url}/invoice/inv_unknown`)).status).toBe(404);
    expect((await fetch(`${kit.url}/invoice/${(session.invoice as Stripe.Invoice).id}`)).status).toBe(404);
  });

  it('are not issued without asking, and for a bank debit only once it arrives', async () => {
    expect((await sell(sessionParams())).session.invoice).toBeNull();
    const late = await sell(invoiced(sessionParams()), 'unpaid');
    expect(late.session).toMatchObject({ payment_status: 'unpaid', invoice: null });
    await late.pay('async_paid');
    expect(await late.read()).toMatchObject({ payment_status: 'paid', invoice: { status: 'paid' } });
  });

  it('are issued for a free order, without a payment', async () => {
    const key = freshKey();
    const stripe = kit.stripe(key);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 100 });
    const params = sessionParams({ discounts: [{ coupon }], invoice_creation: { enabled: true } });
    const { id } = await stripe.checkout.sessions.create(params);
    await kit.call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: 'paid' });
    const { invoice } = await stripe.checkout.sessions.retrieve(id, { expand: ['invoice'] });
    expect(invoice).toMatchObject({ total: 0, subtotal: 9_700, total_discount_amounts: [{ amount: 9_700 }] });
    expect((await stripe.invoicePayments.list()).data).toEqual([]);
  });

  it('have a receipt beside them, which follows refunds', async () => {
    const { session, stripe } = await sell(sessionParams());
    const charge = (await stripe.charges.list()).data[0]!;
    const read = async () => (await fetch(charge.receipt_url!.replace('localhost', '127.0.0.1'))).text();
    expect(await read()).toContain('$97.00');
    await stripe.refunds.create({ payment_intent: idOf(session.payment_intent), amount: 700 });
    expect(await read()).toContain('$7.00');
    expect((await fetch(`${kit.url}/receipt/rcpt_unknown`)).status).toBe(404);
  });

  it('come from Stripe under Managed Payments', async () => {
    const { automatic_tax: _, ...params } = taxedParams('exclusive', 10_000);
    const { session } = await sell({ ...params, managed_payments: { enabled: true } }, 'paid', {
      country: 'FR',
    });
    expect(session.invoice).toMatchObject({ issuer: { type: 'stripe' }, total: 12_000 });
  });
});
