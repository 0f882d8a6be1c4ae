import type { Log } from '@leadping/service-kit/telemetry/log';
import type { PaymentProvider } from '../payment-provider.ts';
import { checkAccount, listEndpoints } from './check-account.ts';
import { disputeUrl } from './dispute-url.ts';
import {
  createDiscountCode,
  endDiscountCode,
  findDiscountCode,
  listDiscountCodes,
} from './discount-codes.ts';
import { findInvoice } from './find-invoice.ts';
import { findSession, findSessionOfPayment } from './find-session.ts';
import { KEY_FORMATS } from './key-formats.ts';
import { listEvents } from './list-events.ts';
import { openCheckout } from './open-checkout.ts';
import { PAYMENT_EVENTS } from './provider-objects.ts';
import { readEvent } from './read-event.ts';
import { findRefund, mayRefund, requestRefund } from './request-refund.ts';
import { buildStripeClients } from './stripe-clients.ts';
import { tryCheckout } from './try-checkout.ts';
import { verifyEvent } from './verify-event.ts';

/** @param apiBase address of Stripe's API; its public address by default */
export function buildStripeProvider(apiBase: string | undefined, log: Log): PaymentProvider {
  const stripe = buildStripeClients(apiBase);
  return {
    keyFormats: KEY_FORMATS,
    sessionIdPlaceholder: '{CHECKOUT_SESSION_ID}',
    requiredEvents: PAYMENT_EVENTS,
    openCheckout: (secretKey, checkout) => openCheckout(stripe(secretKey), checkout),
    tryCheckout: (secretKey, sale, returnUrl) => tryCheckout(stripe(secretKey), log, sale, returnUrl),
    createDiscountCode: (secretKey, code) => createDiscountCode(stripe(secretKey), log, code),
    listDiscountCodes: (secretKey) => listDiscountCodes(stripe(secretKey)),
    findDiscountCode: (secretKey, code) => findDiscountCode(stripe(secretKey), log, code),
    endDiscountCode: (secretKey, id) => endDiscountCode(stripe(secretKey), id),
    findSession: (secretKey, sessionId) => findSession(stripe(secretKey), sessionId),
    findInvoice: (secretKey, sessionId) => findInvoice(stripe(secretKey), apiBase, sessionId),
    findSessionOfPayment: (secretKey, paymentId) => findSessionOfPayment(stripe(secretKey), paymentId),
    requestRefund: (secretKey, refund) => requestRefund(stripe(secretKey), refund),
    findRefund: (secretKey, refund) => findRefund(stripe(secretKey), refund),
    mayRefund: (secretKey) => mayRefund(stripe(secretKey)),
    disputeUrl,
    listEvents: (secretKey, period, after) => listEvents(stripe(secretKey), period, after),
    verifyEvent,
    readEvent,
    checkAccount: (secretKey, timeoutMs) => checkAccount(stripe(secretKey), timeoutMs),
    listEndpoints: (secretKey) => listEndpoints(stripe(secretKey)),
  };
}
