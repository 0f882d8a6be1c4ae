import {
  adminWebhookLog,
  resellerWebhookLog,
  saveResellerWebhook,
  testAdminWebhook,
  testResellerWebhook,
} from '@leadping/contracts/commerce/order-webhook-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { getReseller } from '../resellers/find-reseller.ts';
import { getSettings } from '../settings/get-settings.ts';
import { listDeliveries, replayDelivery } from './delivery-log.ts';
import type { Receiver } from './delivery.model.ts';
import { endpointAt } from './endpoint-at.ts';
import { changeEndpoint } from './receivers.ts';
import { sendTest } from './send-test.ts';
import { makeSigningSecret } from './sign.ts';

const REPLAYED = { message: 'The delivery is sent again.' };

const receiverOf = ({ resellerId }: { resellerId: string }): Receiver => `reseller:${resellerId}`;

export function registerOrderWebhooks(route: RegisterRoute, commerce: CommerceContext): void {
  route(testAdminWebhook, async ({ body }) =>
    sendTest(commerce, body.webhookUrl, (await getSettings(commerce)).orderWebhook, null),
  );
  route(adminWebhookLog.list, async () => ({ deliveries: await listDeliveries(commerce, 'admin') }));
  route(adminWebhookLog.replay, async ({ params }) => {
    await replayDelivery(commerce, 'admin', params.id);
    return REPLAYED;
  });
  route(adminWebhookLog.renewSecret, () => renewSecret(commerce, 'admin'));

  route(saveResellerWebhook, async ({ actor, body }) => {
    const { orderWebhook } = await getReseller(commerce, actor.resellerId);
    const endpoint = endpointAt(commerce, orderWebhook, body.orderWebhookUrl);
    await changeEndpoint(commerce, receiverOf(actor), { $set: { orderWebhook: endpoint } });
    return { message: 'Webhook URL saved', orderWebhookUrl: endpoint.url };
  });
  route(testResellerWebhook, async ({ actor, body }) => {
    const reseller = await getReseller(commerce, actor.resellerId);
    return sendTest(commerce, body.webhookUrl, reseller.orderWebhook, reseller);
  });
  route(resellerWebhookLog.list, async ({ actor }) => ({
    deliveries: await listDeliveries(commerce, receiverOf(actor)),
  }));
  route(resellerWebhookLog.replay, async ({ actor, params }) => {
    await replayDelivery(commerce, receiverOf(actor), params.id);
    return REPLAYED;
  });
  route(resellerWebhookLog.renewSecret, async ({ actor }) => {
    await getReseller(commerce, actor.resellerId);
    return renewSecret(commerce, receiverOf(actor));
  });
}

async function renewSecret(commerce: CommerceContext, receiver: Receiver): Promise<{ secret: string }> {
  const secret = makeSigningSecret();
  const sealedSecret = commerce.sealer.seal(secret);
  await changeEndpoint(commerce, receiver, { $set: { 'orderWebhook.sealedSecret': sealedSecret } });
  return { secret };
}
