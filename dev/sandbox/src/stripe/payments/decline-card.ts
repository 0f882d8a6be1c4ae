import type { Sandbox } from '../../sandbox.ts';
import type { CheckoutSession } from '../objects/types.ts';
import type { Failure } from './build-charge.ts';
import { TEST_CARD } from './payment-method.ts';
import { fail, getOpenSession, putSession, startPayment, type Payer } from './payment-steps.ts';

/** Declines the payer's card. The session stays open for another attempt. */
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
