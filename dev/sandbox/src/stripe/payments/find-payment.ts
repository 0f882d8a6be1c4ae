import type { Store } from '../../store.ts';
import { idOf } from '../objects/id-of.ts';
import type { Charge, CheckoutSession, Owned, PaymentIntent } from '../objects/types.ts';

/** The payment of a session. Undefined before the first attempt. */
export function findPaymentIntent(store: Store, session: CheckoutSession): PaymentIntent | undefined {
  return store.paymentIntents.find(idOf(session.payment_intent))?.object;
}

export function findLatestCharge(store: Store, intent: PaymentIntent | undefined): Owned<Charge> | undefined {
  return store.charges.find(idOf(intent?.latest_charge ?? null));
}
