import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { API_VERSION } from '../api-version.ts';
import type { Scope, StripeEvent } from '../objects/types.ts';

/** Who caused an event: an API call, or (null) the payer or the clock. */
export type EventCause = { id: string; idempotency_key: string | null } | null;

interface EventDetails {
  cause?: EventCause;
  /** What the changed fields were before. */
  previous?: object;
}

/** Keeps the event with the object as it is at this moment and hands it to the webhook endpoints that want it. */
export function recordEvent(
  sandbox: Sandbox,
  scope: Scope,
  type: string,
  object: object,
  { cause = null, previous }: EventDetails = {},
): StripeEvent {
  const event: StripeEvent = {
    id: `evt_1${randomText(23)}`,
    object: 'event',
    api_version: API_VERSION,
    created: nowInSeconds(),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: scope.livemode,
    pending_webhooks: 0,
    request: cause ?? { id: null, idempotency_key: null },
    type,
  };
  const pending = sandbox.deliverer.countEndpoints(scope, type);
  const recorded = { ...event, pending_webhooks: pending };
  sandbox.store.events.put({
    id: event.id,
    account: scope.account,
    livemode: scope.livemode,
    object: recorded,
  });
  sandbox.deliverer.schedule(scope, recorded);
  return recorded;
}
