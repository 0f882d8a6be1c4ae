import { BRAND } from '@leadping/contracts/brand';
import { currentTraceparent, TRACE_HEADER } from '@leadping/service-kit/telemetry/trace-context';
import type { CommerceContext } from '../context.ts';
import type { OutboundReply } from '../outbound/outbound.ts';
import { endpointSecretPlace } from '../secrets/sealed-fields.ts';
import { signatureHeaders } from '../webhook-endpoints/sign.ts';
import type { ReceiverEndpoint } from './receivers.ts';

/**
 * Posts a signed notification.
 * @throws {DomainError} WEBHOOK_URL_REFUSED
 */
export function post(
  { outbound, sealer }: Pick<CommerceContext, 'outbound' | 'sealer'>,
  { receiver, endpoint }: Pick<ReceiverEndpoint, 'receiver' | 'endpoint'>,
  id: string,
  body: string,
  at: Date,
): Promise<OutboundReply> {
  const { url, sealedSecret } = endpoint;
  const signature =
    sealedSecret === null
      ? {}
      : signatureHeaders(sealer.open(sealedSecret, endpointSecretPlace(receiver)), id, body, at);
  const traceparent = currentTraceparent();
  const traced: Record<string, string> = traceparent === undefined ? {} : { [TRACE_HEADER]: traceparent };
  return outbound.post(url, body, { 'user-agent': `${BRAND.name}-Webhooks/1.0`, ...traced, ...signature });
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
