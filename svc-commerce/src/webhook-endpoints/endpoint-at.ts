import { makeSigningSecret } from '@leadping/service-kit/data/signing-secret';
import type { CommerceContext } from '../context.ts';
import { endpointSecretPlace } from '../secrets/sealed-fields.ts';
import type { Receiver, WebhookEndpoint } from './endpoint.ts';

/** What is written where the endpoint is kept: a signing secret that was renewed meanwhile is not among it. */
export type EndpointChange = {
  [F in keyof WebhookEndpoint as `orderWebhook.${F}`]?: WebhookEndpoint[F];
};

/**
 * Has its owner's URL in the endpoint: on again, with a clean record and the signing secret it had.
 * @throws {DomainError} WEBHOOK_URL_REFUSED
 */
export function endpointAt(
  { outbound, sealer }: Pick<CommerceContext, 'outbound' | 'sealer'>,
  receiver: Receiver,
  stored: WebhookEndpoint,
  url: string,
): EndpointChange {
  if (url !== '') outbound.check(url);
  const secret = () => sealer.seal(makeSigningSecret(), endpointSecretPlace(receiver));
  return {
    'orderWebhook.url': url,
    'orderWebhook.disabledReason': null,
    'orderWebhook.failuresInARow': 0,
    ...(stored.sealedSecret === null && { 'orderWebhook.sealedSecret': secret() }),
  };
}

/** What the endpoint must still be when it is changed: a signing secret that was made meanwhile stays, and is read again. */
export function whereStill(change: EndpointChange): { 'orderWebhook.sealedSecret'?: null } {
  return change['orderWebhook.sealedSecret'] === undefined ? {} : { 'orderWebhook.sealedSecret': null };
}
