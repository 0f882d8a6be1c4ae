import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { accountRoutes } from './accounts/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { discountRoutes } from './discounts/routes.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { StripeError } from './errors.ts';
import { eventRoutes } from './events/routes.ts';
import { parseForm } from './form.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { addStripeHeaders } from './route.ts';
import { taxRoutes } from './tax/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const MAX_BODY_BYTES = 1_000_000;

/** Stripe's API under `/v1`: form bodies in, JSON out, errors in Stripe's format. */
export function stripeApi(sandbox: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      async (_request: unknown, body: string) => parseForm(body),
    );
    app.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      async (_request: unknown, body: string) => {
        if (body === '') return {};
        throw new StripeError(
          'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
        );
      },
    );
    app.addHook('onRequest', async (request, reply) => addStripeHeaders(request, reply));
    app.setErrorHandler((error, _request, reply) => {
      const refusal = toStripeError(error);
      return reply.status(refusal.status).send(refusal.toBody());
    });
    app.setNotFoundHandler((request, reply) => {
      const refusal = unrecognized(request.method, request.url);
      return reply.status(refusal.status).send(refusal.toBody());
    });
    for (const routes of [
      accountRoutes,
      checkoutRoutes,
      paymentRoutes,
      refundRoutes,
      taxRoutes,
      discountRoutes,
      invoiceRoutes,
      disputeRoutes,
      eventRoutes,
      webhookRoutes,
    ])
      routes(app, sandbox);
  };
}

export function unrecognized(method: string, url: string): StripeError {
  return new StripeError(
    `Unrecognized request URL (${method}: ${url.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    { status: 404 },
  );
}

const clientFault = z.object({ statusCode: z.int().min(400).max(499), message: z.string() });

function toStripeError(error: unknown): StripeError {
  if (error instanceof StripeError) return error;
  const refused = clientFault.safeParse(error);
  if (refused.success) return new StripeError(refused.data.message, { status: refused.data.statusCode });
  return new StripeError('An unknown error occurred', { status: 500, type: 'api_error' });
}
