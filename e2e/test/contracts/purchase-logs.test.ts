import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { captureLog, type CapturedLog, type LogLine } from '@leadping/test-kit/captured-log';
import { newEmail } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import { orderModel } from '../../../svc-commerce/src/orders/order.model.ts';
import { resellerModel } from '../../../svc-commerce/src/resellers/reseller.model.ts';
import { secretPlace } from '../../../svc-commerce/src/secrets/sealed-fields.ts';
import { OWN_ORIGIN, startStack, type Stack } from './stack.ts';

let log: CapturedLog;
let stack: Stack;
beforeAll(async () => {
  log = captureLog();
  stack = await startStack({ LOG_LEVEL: 'info', OUTBOUND_ALLOW_LOOPBACK_HTTP: 'true' });
});
afterAll(async () => {
  await stack.close();
  log.stop();
});

/** A reseller with payment keys whose order webhook fails the first time. */
async function addReseller() {
  const commerce = stack.databases.get('commerce');
  if (!commerce) throw new Error('there is no database of commerce');
  const id = randomBytes(12).toString('hex');
  const keys = { secret: `sk_live_${id}`, publishable: `pk_live_${id}`, webhook: `whsec_${id}` };
  const seal = (text: string, field: string) => stack.seal(text, secretPlace('resellers', id, field));
  const url = `${stack.sandboxUrl}/hooks/b${id}`;
  await resellerModel(commerce).create({
    _id: id,
    businessName: 'Acme Tools',
    slugs: [`acme-${id}`],
    createdAt: new Date(),
    sealedSecretKey: seal(keys.secret, 'sealedSecretKey'),
    sealedPublishableKey: seal(keys.publishable, 'sealedPublishableKey'),
    sealedWebhookSecret: seal(keys.webhook, 'sealedWebhookSecret'),
    usesTestKeys: false,
    orderWebhook: { url },
  });
  await send(url, { method: 'PUT', json: { status: 500, times: 1 } });
  await send(`${stack.sandboxUrl}/sandbox/accounts/${keys.secret}/webhook`, {
    method: 'PUT',
    json: { url: `${stack.gatewayUrl}/api/stripe-webhook/reseller/${id}`, secret: keys.webhook },
  });
  return { id, orders: orderModel(commerce) };
}

it('the log of one purchase names trace, order, license, event and reseller in every process, and each attempt', async () => {
  const { id: resellerId, orders } = await addReseller();
  const urls = { successUrl: `${OWN_ORIGIN}/success`, cancelUrl: `${OWN_ORIGIN}/` };
  const started = await send(`${stack.gatewayUrl}/api/create-reseller-product-checkout`, {
    json: { resellerId, ...urls },
    headers: { origin: OWN_ORIGIN },
  });
  expect(started.status).toBe(200);
  const payUrl = (started.body as { url: string }).url;
  await send(payUrl, { json: { email: newEmail('buyer'), outcome: 'paid' } });

  const only = async (message: string, service: string): Promise<LogLine> => {
    await until(() => log.find(message, service).length > 0);
    return log.find(message, service)[0] as LogLine;
  };
  const completed = await only('Order completed', 'svc-commerce');
  const { traceId } = completed;
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  const order = await orders.findOne({ resellerId }).lean();
  expect(completed).toMatchObject({ orderId: order?._id, resellerId });
  const ids = { traceId, orderId: order?._id };

  const issued = await only('License issued', 'svc-licensing');
  expect(issued).toMatchObject({
    ...ids,
    resellerId,
    licenseId: expect.stringMatching(/^[0-9a-f]{24}$/),
    eventId: `order-paid:${order?._id}`,
    attempt: 1,
  });
  expect(await only('Email sent', 'svc-support')).toMatchObject({
    ...ids,
    licenseId: issued.licenseId,
    attempt: 1,
    job: 'send mails',
  });
  expect(await only('An order webhook failed', 'svc-commerce')).toMatchObject({
    ...ids,
    resellerId,
    attempt: 1,
    status: 500,
    job: 'deliver order webhooks',
  });
});
