import { nowInSeconds } from '../../clock.ts';
import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { recordEvent, type EventCause } from '../events/record-event.ts';
import type { CheckoutSession } from '../objects/types.ts';
import { getSession } from './get-session.ts';

/** @throws StripeError if the session is no longer open */
export function expireSession(sandbox: Sandbox, id: string, cause: EventCause = null): CheckoutSession {
  const owned = getSession(sandbox.store, id);
  if (owned.object.status !== 'open')
    throw new StripeError(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${owned.object.status}\`.`,
    );
  const object: CheckoutSession = { ...owned.object, status: 'expired', url: null };
  sandbox.store.sessions.put({ ...owned, object });
  recordEvent(sandbox, owned, 'checkout.session.expired', object, { cause });
  return object;
}

export function expireDueSessions(sandbox: Sandbox, now = nowInSeconds()): void {
  for (const { id, object } of sandbox.store.sessions.oldestFirst())
    if (object.status === 'open' && object.expires_at <= now) expireSession(sandbox, id);
}
