import {
  adminWebhookLog,
  listFailedDeliveries,
  replayFailedDeliveries,
  resellerWebhookLog,
  saveResellerWebhook,
  testAdminWebhook,
  testResellerWebhook,
} from '@leadping/contracts/commerce/order-webhook-routes';
import type { OrderWebhookEvent } from '@leadping/contracts/commerce/webhook-event';
import type { RequestOf } from '@leadping/contracts/route';
import type { FastifyReply } from 'fastify';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { makeSigningSecret } from '@leadping/service-kit/data/signing-secret';
import { setNextCursor } from '@leadping/service-kit/http/list-cursor';
import { requireFreshSession, type RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { getReseller } from '../resellers/find-reseller.ts';
import { endpointSecretPlace } from '../secrets/sealed-fields.ts';
import { getSettings } from '../settings/get-settings.ts';
import {
  FAILED_FILTERS,
  findDeliveries,
  replayDeliveries,
  replayDelivery,
  showDelivery,
  showFailed,
} from './delivery-log.ts';
import { endpointAt, whereStill } from '../webhook-endpoints/endpoint-at.ts';
import { chosenEvents, type Receiver, type WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';
import { changeEndpoint } from './receivers.ts';
import { sendTest } from './send-test.ts';

type LogQuery = RequestOf<typeof adminWebhookLog.list>['query'];

const REPLAYED = { message: 'The delivery is sent again.' };

const receiverOf = ({ resellerId }: { resellerId: string }): Receiver => `reseller:${resellerId}`;

export function registerOrderWebhookRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(testAdminWebhook, async ({ actor, body }) => {
    const { orderWebhook } = await getSettings(commerce);
    if (body.webhookUrl !== orderWebhook.url) requireFreshSession(actor);
    return sendTest(commerce, body, orderWebhook, null);
  });
  const list = async (receiver: Receiver, { state = 'all', ...page }: LogQuery, reply: FastifyReply) => {
    const states = state === 'all' ? {} : { state };
    const { found, next } = await findDeliveries(commerce, { receiver }, states, page);
    setNextCursor(reply, next);
    return { deliveries: found.map(showDelivery) };
  };
  route(adminWebhookLog.list, ({ query, reply }) => list('admin', query, reply));
  route(adminWebhookLog.replayAll, ({ body }) => replayDeliveries(commerce, { receiver: 'admin' }, body.ids));
  route(listFailedDeliveries, async ({ query: { state, ...page }, reply }) => {
    const { found, next } = await findDeliveries(
      commerce,
      { everyReceiver: true },
      FAILED_FILTERS[state],
      page,
    );
    setNextCursor(reply, next);
    return showFailed(commerce, found);
  });
  route(replayFailedDeliveries, ({ body }) => replayDeliveries(commerce, { everyReceiver: true }, body.ids));
  route(adminWebhookLog.replay, async ({ params }) => {
    await replayDelivery(commerce, 'admin', params.id);
    return REPLAYED;
  });
  route(adminWebhookLog.renewSecret, () => renewSecret(commerce, 'admin'));

  route(saveResellerWebhook, async ({ actor, body }) => {
    const { orderWebhookUrl, orderWebhookEvents: events } = body;
    const before = await saveEndpoint(commerce, actor.resellerId, { url: orderWebhookUrl, events });
    const orderWebhookEvents = events ?? chosenEvents(before);
    recordChange({
      target: actor.resellerId,
      before: { orderWebhookUrl: before.url, orderWebhookEvents: chosenEvents(before) },
      after: { orderWebhookUrl, orderWebhookEvents },
    });
    return { message: 'Webhook URL saved', orderWebhookUrl, orderWebhookEvents };
  });
  route(testResellerWebhook, async ({ actor, body }) => {
    const reseller = await getReseller(commerce, actor.resellerId);
    if (body.webhookUrl !== reseller.orderWebhook.url) requireFreshSession(actor);
    return sendTest(commerce, body, reseller.orderWebhook, reseller);
  });
  route(resellerWebhookLog.list, ({ actor, query, reply }) => list(receiverOf(actor), query, reply));
  route(resellerWebhookLog.replayAll, ({ actor, body }) =>
    replayDeliveries(commerce, { receiver: receiverOf(actor) }, body.ids),
  );
  route(resellerWebhookLog.replay, async ({ actor, params }) => {
    await replayDelivery(commerce, receiverOf(actor), params.id);
    return REPLAYED;
  });
  route(resellerWebhookLog.renewSecret, async ({ actor }) => {
    await getReseller(commerce, actor.resellerId);
    return renewSecret(commerce, receiverOf(actor));
  });
}

/**
 * @returns the previous endpoint
 * @throws {DomainError} NOT_FOUND, WEBHOOK_URL_REFUSED
 */
async function saveEndpoint(
  commerce: CommerceContext,
  resellerId: string,
  wanted: { url: string; events: OrderWebhookEvent[] | undefined },
): Promise<WebhookEndpoint> {
  const receiver = receiverOf({ resellerId });
  for (;;) {
    const { orderWebhook: stored } = await getReseller(commerce, resellerId);
    const endpoint = endpointAt(commerce, receiver, stored, { ...wanted, field: 'orderWebhookUrl' });
    if (await changeEndpoint(commerce, receiver, { $set: endpoint }, whereStill(endpoint))) return stored;
  }
}

async function renewSecret(commerce: CommerceContext, receiver: Receiver): Promise<{ secret: string }> {
  const secret = makeSigningSecret();
  const sealedSecret = commerce.sealer.seal(secret, endpointSecretPlace(receiver));
  await changeEndpoint(commerce, receiver, { $set: { 'orderWebhook.sealedSecret': sealedSecret } });
  return { secret };
}
