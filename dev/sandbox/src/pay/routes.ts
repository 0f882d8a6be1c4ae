import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readBody } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { closeDispute } from '../stripe/disputes/close-dispute.ts';
import { openDispute } from '../stripe/disputes/open-dispute.ts';
import { StripeError } from '../stripe/errors.ts';
import { getSession } from '../stripe/checkout/get-session.ts';
import { parseForm } from '../stripe/form.ts';
import { createRefund } from '../stripe/refunds/create-refund.ts';
import { pay, payment } from './outcome.ts';
import { payPage } from './pay-page.ts';
import { returnUrl } from './return-url.ts';

interface OfSession {
  Params: { session: string };
}

const refund = z.strictObject({
  amount: z.int().min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const dispute = z.strictObject({ reason: z.string().min(1).max(100).optional() });
const verdict = z.strictObject({ outcome: z.enum(['won', 'lost']) });

/** `/pay/{session}`: the hosted payment page, and the same acts as JSON calls. */
export function payRoutes(sandbox: Sandbox) {
  const { store } = sandbox;
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => parseForm(body),
    );
    app.get<OfSession>('/pay/:session', async (request, reply) =>
      payPage(reply, getSession(store, request.params.session)),
    );
    app.post<OfSession>('/pay/:session', async (request, reply) => {
      const id = request.params.session;
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
      if (!isForm) return pay(sandbox, id, readBody(payment, request.body));

      const parsed = payment.safeParse(request.body);
      if (!parsed.success)
        return payPage(reply, getSession(store, id), 'Please enter a valid e-mail address.');
      const session = pay(sandbox, id, parsed.data);
      const target = returnUrl(session);
      if (session.status === 'complete' && target !== null) return reply.redirect(target, 303);
      const failed = store.paymentIntents.find(String(session.payment_intent))?.object.last_payment_error;
      return payPage(reply, getSession(store, id), failed?.message ?? 'Your card was declined.');
    });
    app.post<OfSession>('/pay/:session/refund', async (request) => {
      const charge = getCharge(request.params.session);
      return createRefund(sandbox, charge, { charge: charge.id, ...readBody(refund, request.body) });
    });
    app.post<OfSession>('/pay/:session/dispute', async (request) =>
      openDispute(sandbox, getCharge(request.params.session), readBody(dispute, request.body).reason),
    );
    app.post<OfSession>('/pay/:session/dispute/close', async (request) => {
      const { outcome } = readBody(verdict, request.body);
      const charge = getCharge(request.params.session);
      const owned = store.disputes.newestFirst().find(({ object }) => object.charge === charge.id);
      if (owned === undefined) throw new StripeError('This payment is not disputed.');
      return closeDispute(sandbox, owned, outcome);
    });
  };

  function getCharge(sessionId: string) {
    const { object: session } = getSession(store, sessionId);
    const intent = store.paymentIntents.find(String(session.payment_intent))?.object;
    const charge = store.charges.find(String(intent?.latest_charge));
    if (charge === undefined) throw new StripeError(`The Checkout Session ${sessionId} has no payment yet.`);
    return charge;
  }
}
