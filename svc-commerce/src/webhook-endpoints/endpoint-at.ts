import type { CommerceContext } from '../context.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { makeSigningSecret } from './sign.ts';

/**
 * The endpoint after its owner saved this URL: on again, with a clean record and the signing secret it had.
 * @throws {DomainError} WEBHOOK_URL_REFUSED
 */
export function endpointAt(
  { outbound, sealer }: Pick<CommerceContext, 'outbound' | 'sealer'>,
  stored: WebhookEndpoint,
  url: string,
): WebhookEndpoint {
  if (url !== '') outbound.check(url);
  return {
    url,
    sealedSecret: stored.sealedSecret ?? sealer.seal(makeSigningSecret()),
    disabledReason: null,
    failuresInARow: 0,
  };
}
