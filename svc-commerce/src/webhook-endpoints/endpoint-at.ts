import type { OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';
import { makeSigningSecret } from '@leadping/service-kit/data/signing-secret';
import type { CommerceContext } from '../context.ts';
import { endpointSecretPlace } from '../secrets/sealed-fields.ts';
import type { Receiver, WebhookEndpoint } from './endpoint.ts';

/** Fields to write to a stored endpoint. A change without `sealedSecret` keeps a secret that was renewed meanwhile. */
export type EndpointChange = {
  [F in keyof WebhookEndpoint as `orderWebhook.${F}`]?: WebhookEndpoint[F];
};

/**
 * The endpoint with a new URL: enabled, with a clean record and the same signing secret. Without `events` it keeps its own.
 * @param target.field the request field that has the URL
 * @throws {DomainError} WEBHOOK_URL_REFUSED
 */
export function endpointAt(
  { outbound, sealer }: Pick<CommerceContext, 'outbound' | 'sealer'>,
  receiver: Receiver,
  stored: WebhookEndpoint,
  { url, field, events }: { url: string; field: string; events?: OrderWebhookEvent[] | undefined },
): EndpointChange {
  if (url !== '') outbound.check(url, field);
  const secret = () => sealer.seal(makeSigningSecret(), endpointSecretPlace(receiver));
  return {
    'orderWebhook.url': url,
    'orderWebhook.disabledReason': null,
    'orderWebhook.failuresInARow': 0,
    ...(events && { 'orderWebhook.events': events }),
    ...(stored.sealedSecret === null && { 'orderWebhook.sealedSecret': secret() }),
  };
}

/**
 * The condition for writing the change. A signing secret that was created meanwhile is kept, and the endpoint is read
 * again.
 */
export function whereStill(change: EndpointChange): { 'orderWebhook.sealedSecret'?: null } {
  return change['orderWebhook.sealedSecret'] === undefined ? {} : { 'orderWebhook.sealedSecret': null };
}
