import type { Sandbox } from '../../sandbox.ts';
import { completeSession } from '../checkout/complete-session.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { TEST_CARD, type PaymentMethod } from './payment-method.ts';
import { getOpenSession, startPayment, succeed, type Payer } from './payment-steps.ts';

/** Charges the payer's card. The session is then complete and paid. */
export function payByCard(
  sandbox: Sandbox,
  id: string,
  payer: Payer,
  card: PaymentMethod = TEST_CARD,
): CheckoutSession {
  const session = getOpenSession(sandbox, id);
  if (session.object.amount_total === 0)
    return completeSession(sandbox, session, payer, 'no_payment_required', null);
  const intent = startPayment(sandbox, session);
  const paid = succeed(sandbox, session, intent, payer, card);
  return completeSession(sandbox, session, payer, 'paid', paid.id);
}
