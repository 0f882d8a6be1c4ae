import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { getOwned } from '../get-owned.ts';
import { isWithin, objectsOf, paginate } from '../list.ts';
import { idOf } from '../objects/id-of.ts';
import { expandable, pageable, range, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { stripeRoute } from '../route.ts';

export function invoiceRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { invoices, invoicePayments } = sandbox.store;
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/invoices',
    params: paramsFor<Stripe.InvoiceListParams>()(
      z.strictObject({
        ...pageable,
        created: range().optional(),
        customer: text().optional(),
        status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      }),
    ),
    run: ({ scope, params }) => {
      const matching = objectsOf(scope, invoices.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .filter(({ customer }) => params.customer === undefined || idOf(customer) === params.customer)
        .filter(({ status }) => params.status === undefined || status === params.status);
      return paginate(matching, params, '/v1/invoices');
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/invoices/:id',
    params: paramsFor<Stripe.InvoiceRetrieveParams>()(z.strictObject(expandable)),
    run: ({ scope, id }) => getOwned(invoices, scope, id, 'invoice').object,
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/invoice_payments',
    params: paramsFor<Stripe.InvoicePaymentListParams>()(
      z.strictObject({
        ...pageable,
        created: range().optional(),
        invoice: text().optional(),
        payment: z
          .strictObject({
            type: z.enum(['payment_intent', 'payment_record']),
            payment_intent: text().optional(),
          })
          .optional(),
        status: z.enum(['canceled', 'open', 'paid']).optional(),
      }),
    ),
    run: ({ scope, params }) => {
      const { created, invoice, payment, status } = params;
      if (payment?.type === 'payment_intent' && payment.payment_intent === undefined)
        throw new StripeError('Missing required param: payment[payment_intent].', {
          code: 'parameter_missing',
          param: 'payment[payment_intent]',
        });
      const matching = objectsOf(scope, invoicePayments.newestFirst())
        .filter((each) => isWithin(each.created, created))
        .filter((each) => invoice === undefined || idOf(each.invoice) === invoice)
        .filter((each) => payment === undefined || each.payment.payment_intent === payment.payment_intent)
        .filter((each) => status === undefined || each.status === status);
      return paginate(matching, params, '/v1/invoice_payments');
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/invoice_payments/:id',
    params: paramsFor<Stripe.InvoicePaymentRetrieveParams>()(z.strictObject(expandable)),
    run: ({ scope, id }) => getOwned(invoicePayments, scope, id, 'invoice payment').object,
  });
}
