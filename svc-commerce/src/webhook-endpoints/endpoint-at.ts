import type { CommerceContext } from '../context.ts';
import { endpointSecretPlace } from '../secrets/sealed-fields.ts';
import type { Receiver, WebhookEndpoint } from './endpoint.ts';
import { makeSigningSecret } from './sign.ts';

/**
 * The endpoint after its owner saved this URL: on again, with a clean record and the signing secret it had.
 * @throws {DomainError} WEBHOOK_URL_REFUSED
 */
export function endpointAt(
  { outbound, sealer }: Pick<CommerceContext, 'outbound' | 'sealer'>,
  receiver: Receiver,
  stored: WebhookEndpoint,
  url: string,
): WebhookEndpoint {
  if (url !== '') outbound.check(url);
  return {
    url,
    sealedSecret: stored.sealedSecret ?? sealer.seal(makeSigningSecret(), endpointSecretPlace(receiver)),
    disabledReason: null,
    failuresInARow: 0,
  };
}
