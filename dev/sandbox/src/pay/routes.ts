import type { FastifyInstance, FastifyReply } from 'fastify';

import { z } from 'zod';
import { readBody } from '../read-body.ts';
import { sendPage } from '../page/frame.ts';
import type { Sandbox } from '../sandbox.ts';
import { answerDispute, escalateInquiry } from '../stripe/disputes/advance-dispute.ts';
import { closeDispute } from '../stripe/disputes/close-dispute.ts';
import { openDispute } from '../stripe/disputes/open-dispute.ts';
import { StripeError } from '../stripe/errors.ts';
import { enterDetails } from '../stripe/checkout/enter-details.ts';
import { getSession } from '../stripe/checkout/get-session.ts';
import { parseForm } from '../stripe/form.ts';
import { backdatePayment } from '../stripe/payments/backdate-payment.ts';
import { findLatestCharge, findPaymentIntent } from '../stripe/payments/find-payment.ts';
import { createRefund } from '../stripe/refunds/create-refund.ts';
import { settleRefund } from '../stripe/refunds/settle-refund.ts';
import { details, pay, payment } from './outcome.ts';
import type { Typed } from './pay-form.ts';
import { renderPayPage, renderUnknownPage } from './pay-page.ts';
import { returnUrl } from './return-url.ts';

interface OfSession {
  Params: { session: string };
}

const typedText = z.string().max(500).optional().catch(undefined);
const form = z.object({
  ...details.shape,
  country: details.shape.country.catch(undefined),
  postalCode: typedText,
  taxId: typedText,
  code: typedText,
  email: typedText,
  card: typedText,
  name: typedText,
  businessName: typedText,
  outcome: typedText,
});

const refund = z.strictObject({
  amount: z.int().min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const settlement = z.strictObject({
  outcome: z.enum(['succeeded', 'failed']),
  reason: z
    .enum([
      'lost_or_stolen_card',
      'expired_or_canceled_card',
      'charge_for_pending_refund_disputed',
      'insufficient_funds',
      'declined',
      'merchant_request',
      'unknown',
    ])
    .optional(),
});
const dispute = z.strictObject({
  kind: z.enum(['inquiry', 'chargeback']).optional(),
  reason: z.string().min(1).max(100).optional(),
});
const past = z.strictObject({ seconds: z.int().min(1).max(100_000_000) });
const verdict = z.strictObject({ outcome: z.enum(['won', 'lost', 'warning_closed']) });

/** `/pay/{session}`: the hosted payment page, and the same actions as JSON calls. */
export function payRoutes(sandbox: Sandbox) {
  const { store } = sandbox;
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => parseForm(body),
    );
    app.get<OfSession>('/pay/:session', async (request, reply) => {
      const session = store.sessions.find(request.params.session);
      if (session === undefined) return sendPage(reply.status(404), renderUnknownPage());
      return showSession(reply, session.id);
    });
    app.post<OfSession>('/pay/:session', async (request, reply) => {
      const id = request.params.session;
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
      if (!isForm) return pay(sandbox, id, readBody(payment, request.body));

      return answerForm(reply, id, request.body);
    });
    app.post<OfSession>('/pay/:session/refund', async (request) => {
      const charge = getCharge(request.params.session);
      return createRefund(sandbox, charge, { charge: charge.id, ...readBody(refund, request.body) });
    });
    app.post<OfSession>('/pay/:session/backdate', async (request) =>
      backdatePayment(sandbox, request.params.session, readBody(past, request.body).seconds),
    );
    app.post<OfSession>('/pay/:session/refund/settle', async (request) => {
      const { outcome, reason } = readBody(settlement, request.body);
      return settleRefund(sandbox, getCharge(request.params.session), outcome, reason);
    });
    app.post<OfSession>('/pay/:session/dispute', async (request) => {
      const { kind, reason } = readBody(dispute, request.body);
      return openDispute(sandbox, getCharge(request.params.session), kind, reason);
    });
    app.post<OfSession>('/pay/:session/dispute/answer', async (request) =>
      answerDispute(sandbox, getDispute(request.params.session)),
    );
    app.post<OfSession>('/pay/:session/dispute/escalate', async (request) => {
      const { session } = request.params;
      return escalateInquiry(sandbox, getDispute(session), getCharge(session));
    });
    app.post<OfSession>('/pay/:session/dispute/close', async (request) => {
      const { outcome } = readBody(verdict, request.body);
      return closeDispute(sandbox, getDispute(request.params.session), outcome);
    });
  };

  function answerForm(reply: FastifyReply, id: string, body: unknown): FastifyReply {
    const typed = form.parse(body);
    if (getSession(store, id).object.status === 'open') {
      const notice = updateTotal(id, typed);
      if (notice !== undefined) return showSession(reply, id, notice || undefined, typed);
    }
    const parsed = payment.safeParse(body);
    if (!parsed.success) return showSession(reply, id, 'Please enter a valid email address.', typed);
    if (getSession(store, id).object.status === 'open' || isOnItsWay(id)) {
      const problem = attempt(() => pay(sandbox, id, parsed.data));
      if (problem !== undefined) return showSession(reply, id, problem, typed);
    }
    const { object: session } = getSession(store, id);
    const target = returnUrl(session);
    // A form that is submitted twice redirects to the same place.
    if (session.status === 'complete' && target !== null) return reply.redirect(target, 303);
    const failed = findPaymentIntent(store, session)?.last_payment_error;
    return showSession(reply, id, failed?.message, typed);
  }

  /**
   * Applies the place, tax number and code of the form. Nobody pays a total that the page did not show.
   * @returns what to tell the buyer before paying, or undefined if the total was shown before
   */
  function updateTotal(id: string, typed: Typed & { outcome?: string | undefined }): string | undefined {
    const session = getSession(store, id);
    const shown = session.object.amount_total;
    const problem = attempt(() => enterDetails(sandbox, session, typed));
    if (problem !== undefined) return problem;
    if (typed.outcome === 'update') return '';
    const isChanged = getSession(store, id).object.amount_total !== shown;
    return isChanged ? 'The total has changed. Please check it and pay again.' : undefined;
  }

  function showSession(reply: FastifyReply, id: string, problem?: string, typed?: Typed): FastifyReply {
    const circumstances = { problem, isOnItsWay: isOnItsWay(id), typed };
    return sendPage(reply, renderPayPage(getSession(store, id), circumstances));
  }

  function isOnItsWay(id: string): boolean {
    return findPaymentIntent(store, getSession(store, id).object)?.status === 'processing';
  }

  function getDispute(sessionId: string) {
    const charge = getCharge(sessionId);
    const owned = store.disputes.newestFirst().find(({ object }) => object.charge === charge.id);
    if (owned === undefined) throw new StripeError('This payment is not disputed.');
    return owned;
  }

  function getCharge(sessionId: string) {
    const charge = findLatestCharge(store, findPaymentIntent(store, getSession(store, sessionId).object));
    if (charge === undefined) throw new StripeError(`The Checkout Session ${sessionId} has no payment yet.`);
    return charge;
  }
}

/** @returns the text of Stripe's refusal, or undefined after a success */
function attempt(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof StripeError) return error.message;
    throw error;
  }
}
