import type { testResellerWebhook } from '@leadping/contracts/commerce/order-webhook-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { isSuccess, post } from './post.ts';
import { sampleNotification } from './order-notification.ts';
import type { WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';
import type { ResellerDocument } from '../resellers/reseller.model.ts';

/**
 * Sends the sample to a URL, signed as real ones are. Only the status comes back: nothing that the address replies is shown.
 * @throws {DomainError} WEBHOOK_URL_REFUSED, UPSTREAM_FAILED
 */
export async function sendTest(
  commerce: CommerceContext,
  { webhookUrl: url, event = 'order.completed' }: RequestOf<typeof testResellerWebhook>['body'],
  endpoint: WebhookEndpoint,
  reseller: ResellerDocument | null,
): Promise<{ message: string; status: number }> {
  commerce.outbound.check(url, 'webhookUrl');
  const body = JSON.stringify(sampleNotification(event, reseller));
  const { status, error } = await post(
    commerce,
    { receiver: reseller ? `reseller:${reseller._id}` : 'admin', endpoint: { ...endpoint, url } },
    `test:${Date.now()}`,
    body,
    new Date(commerce.clock.now()),
  );
  if (status === null) {
    throw new DomainError('UPSTREAM_FAILED', `The webhook did not respond: ${error ?? 'no reason known'}.`);
  }
  if (!isSuccess(status)) {
    throw new DomainError('UPSTREAM_FAILED', `The webhook responded with status ${status}.`);
  }
  return { message: `Test webhook sent. It responded with status ${status}`, status };
}
