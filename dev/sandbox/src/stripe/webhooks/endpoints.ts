import { z } from 'zod';
import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Store } from '../../store.ts';
import { noSuch, StripeError } from '../errors.ts';
import { belongsTo } from '../list.ts';
import type { OwnedEndpoint, Scope, WebhookEndpoint } from '../objects/types.ts';
import { expandable, flag, list, metadata, text } from '../params.ts';

export const createEndpointParams = z.strictObject({
  ...expandable,
  url: text(),
  enabled_events: list(text(), 500),
  api_version: text().optional(),
  connect: flag().optional(),
  description: z.string().max(5_000).optional(),
  metadata: metadata().optional(),
});

export const updateEndpointParams = z.strictObject({
  ...expandable,
  url: text().optional(),
  enabled_events: list(text(), 500).optional(),
  description: z.string().max(5_000).optional(),
  disabled: flag().optional(),
  metadata: metadata().optional(),
});

/** @param secret given where a stack brings its own; else made up */
export function createEndpoint(
  store: Store,
  scope: Scope,
  params: z.output<typeof createEndpointParams>,
  secret = `whsec_${randomText(32)}`,
): WebhookEndpoint {
  checkUrl(params.url);
  const object: WebhookEndpoint = {
    id: `we_1${randomText(23)}`,
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: nowInSeconds(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: scope.livemode,
    metadata: params.metadata ?? {},
    status: 'enabled',
    url: params.url,
  };
  store.webhookEndpoints.put({
    id: object.id,
    account: scope.account,
    livemode: scope.livemode,
    object,
    secret,
  });
  // Stripe shows the secret in this one answer only.
  return { ...object, secret };
}

export function updateEndpoint(
  store: Store,
  scope: Scope,
  id: string,
  params: z.output<typeof updateEndpointParams>,
): WebhookEndpoint {
  const owned = getEndpoint(store, scope, id);
  if (params.url !== undefined) checkUrl(params.url);
  const { object } = owned;
  return store.webhookEndpoints.put({
    ...owned,
    object: {
      ...object,
      url: params.url ?? object.url,
      enabled_events: params.enabled_events ?? object.enabled_events,
      description: params.description ?? object.description,
      metadata: { ...object.metadata, ...params.metadata },
      status: params.disabled === undefined ? object.status : params.disabled ? 'disabled' : 'enabled',
    },
  }).object;
}

/** Makes sure that the account has an endpoint with this address and this secret. */
export function setEndpoint(
  store: Store,
  scope: Scope,
  wanted: { url: string; secret?: string | undefined; enabled_events: string[] },
): WebhookEndpoint {
  const earlier = store.webhookEndpoints
    .oldestFirst()
    .filter(belongsTo(scope))
    .find(({ object }) => object.url === wanted.url);
  if (earlier === undefined) return createEndpoint(store, scope, wanted, wanted.secret);
  const secret = wanted.secret ?? earlier.secret;
  const object = { ...earlier.object, enabled_events: wanted.enabled_events, status: 'enabled' };
  store.webhookEndpoints.put({ ...earlier, object, secret });
  return { ...object, secret };
}

export function getEndpoint(store: Store, scope: Scope, id: string): OwnedEndpoint {
  const owned = store.webhookEndpoints.find(id);
  if (owned === undefined || !belongsTo(scope)(owned))
    throw noSuch('webhook endpoint', id, 'webhook_endpoint');
  return owned;
}

function checkUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StripeError('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'url',
    });
}
