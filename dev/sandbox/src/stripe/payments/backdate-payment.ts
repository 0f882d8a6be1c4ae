import type { Sandbox } from '../../sandbox.ts';
import { getSession } from '../checkout/get-session.ts';
import { idOf } from '../objects/id-of.ts';
import type { CheckoutSession } from '../objects/types.ts';

/** Moves a session with its charges and events into the past by this many seconds. */
export function backdatePayment({ store }: Sandbox, sessionId: string, seconds: number): CheckoutSession {
  const { object: session } = getSession(store, sessionId);
  const intent = idOf(session.payment_intent);
  const isOfPayment = (object: { id?: string; payment_intent?: string | null }) =>
    object.id === session.id || (intent !== '' && [object.id, object.payment_intent].includes(intent));
  const moveBack = <T extends { created: number }>(object: T): T => ({
    ...object,
    created: object.created - seconds,
  });
  for (const charge of store.charges
    .oldestFirst()
    .filter(({ object }) => idOf(object.payment_intent) === intent))
    store.charges.put({ ...charge, object: moveBack(charge.object) });
  for (const event of store.events.oldestFirst().filter(({ object }) => isOfPayment(object.data.object)))
    store.events.put({ ...event, object: moveBack(event.object) });
  return session;
}
