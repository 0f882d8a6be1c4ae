import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { API_VERSION } from '../api-version.ts';
import type { Scope, StripeEvent } from '../objects/types.ts';

/** The cause of an event: an API call, or null for the payer or the clock. */
export type EventCause = { id: string; idempotency_key: string | null } | null;

interface EventDetails {
  cause?: EventCause;
  previous?: object;
}

/** Stores the event with a snapshot of the object and passes it to the subscribed webhook endpoints. */
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
