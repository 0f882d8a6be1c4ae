import { BRAND } from '@leadping/contracts/brand';
import { currentTraceparent, TRACE_HEADER } from '@leadping/service-kit/telemetry/trace-context';
import type { CommerceContext } from '../context.ts';
import type { OutboundReply } from '../outbound/outbound.ts';
import type { WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';
import { signatureHeaders } from '../webhook-endpoints/sign.ts';

/**
 * Posts a signed notification.
 * @throws {DomainError} WEBHOOK_URL_REFUSED
 */
export function post(
  { outbound, sealer }: Pick<CommerceContext, 'outbound' | 'sealer'>,
  { url, sealedSecret }: WebhookEndpoint,
  id: string,
  body: string,
  at: Date,
): Promise<OutboundReply> {
  const signature = sealedSecret === null ? {} : signatureHeaders(sealer.open(sealedSecret), id, body, at);
  const traceparent = currentTraceparent();
  const traced: Record<string, string> = traceparent === undefined ? {} : { [TRACE_HEADER]: traceparent };
  return outbound.post(url, body, { 'user-agent': `${BRAND.name}-Webhooks/1.0`, ...traced, ...signature });
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
