import type { Sandbox } from '../../sandbox.ts';
import { completeSession } from '../checkout/complete-session.ts';
import { recordEvent } from '../events/record-event.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { buildCharge } from './build-charge.ts';
import { payByCard } from './pay-by-card.ts';
import { TEST_DEBIT } from './payment-method.ts';
import {
  buildAttempt,
  getOpenSession,
  putCharge,
  putIntent,
  startPayment,
  type Payer,
} from './payment-steps.ts';

/** Starts a bank debit. The session is then complete with a pending payment. */
export function payLater(sandbox: Sandbox, id: string, payer: Payer): CheckoutSession {
  const session = getOpenSession(sandbox, id);
  if (session.object.amount_total === 0) return payByCard(sandbox, id, payer);
  const intent = startPayment(sandbox, session);
  const charge = buildCharge({
    ...buildAttempt(sandbox, session, intent, payer, TEST_DEBIT),
    status: 'pending',
  });
  putCharge(sandbox, session, charge);
  recordEvent(sandbox, session, 'charge.pending', charge);
  const processing = putIntent(sandbox, session, {
    ...intent,
    status: 'processing',
    latest_charge: charge.id,
    payment_method: charge.payment_method,
  });
  recordEvent(sandbox, session, 'payment_intent.processing', processing);
  return completeSession(sandbox, session, payer, 'unpaid', intent.id);
}
