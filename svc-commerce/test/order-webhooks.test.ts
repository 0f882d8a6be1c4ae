import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { OrderNotification } from '@leadping/contracts/commerce/order-webhook-routes';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { send } from '@leadping/test-kit/send';
import { resellerActor } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import type { HookRequest } from '@leadping/dev-sandbox/hooks/bin';
import { deliveryModel } from '../src/order-webhooks/delivery.model.ts';
import { scheduleAttempt, ATTEMPT_DELAYS_MS } from '../src/order-webhooks/retry-schedule.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { endpointSecretPlace } from '../src/secrets/sealed-fields.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

type Bag = Record<string, unknown>;
const KEY = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH';

jest.setTimeout(120_000);

describe('order webhooks', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  /** An inbox of the sandbox. */
  const openBin = async (rule?: Bag) => {
    const url = `${shop.sandbox.url}/hooks/b${randomBytes(6).toString('hex')}`;
    if (rule) await send(url, { method: 'PUT', json: rule });
    return {
      url,
      requests: async () => (await send(`${url}/requests`)).body as HookRequest[],
      answer: (next: Bag) => send(url, { method: 'PUT', json: next }),
    };
  };

  const signIn = async (webhookUrl?: string) => {
    const keys = randomKeys();
    const reseller = await shop.addReseller({ productPrice: 10_000, currency: 'JPY' }, keys);
    const as = (path: string, options?: Parameters<Shop['asAdmin']>[1]) =>
      shop.as({ role: 'reseller', resellerId: reseller._id }, `/api/resellers${path}`, options);
    const saveUrl = (orderWebhookUrl: string) => as('/webhook', { method: 'PUT', json: { orderWebhookUrl } });
    if (webhookUrl !== undefined) expect((await saveUrl(webhookUrl)).status).toBe(200);
    return {
      keys,
      reseller,
      as,
      saveUrl,
      me: async () => (await as('/me')).body as Bag,
      deliveries: async () => ((await as('/webhook/deliveries')).body as { deliveries: Bag[] }).deliveries,
      endpoint: async (change: Bag) =>
        shop.database.collection('resellers').updateOne({ _id: reseller._id as never }, { $set: change }),
      failures: async () => {
        const stored = await shop.database.collection('resellers').findOne({ _id: reseller._id as never });
        return (stored as { orderWebhook?: { failuresInARow: number } } | null)?.orderWebhook?.failuresInARow;
      },
    };
  };
  type Seller = Awaited<ReturnType<typeof signIn>>;

  const sell = async ({ reseller, keys }: Seller, { licensed = true } = {}) => {
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', {
      resellerId: reseller._id,
    });
    await shop.pay(sessionId, 'paid', 'buyer@example.com', { name: 'Jane Doe', businessName: 'Doe Ltd' });
    for (const event of await shop.eventsOf(keys.secretKey)) {
      await shop.deliver(event, {
        path: `/api/stripe-webhook/reseller/${reseller._id}`,
        secret: keys.webhookSecret,
      });
    }
    const order = await shop.order(sessionId);
    if (!order) throw new Error('no order');
    if (licensed) await issue(order._id, reseller._id);
    return order;
  };
  const issue = (orderId: string, resellerId: string | null) =>
    shop.fakeService.publish(licenseIssued, {
      licenseId: `license-of-${orderId}`,
      sealedLicenseKey: shop.licenseKeys.seal(KEY, `license-of-${orderId}`),
      email: 'buyer@example.com',
      orderId,
      seller: { resellerId, businessName: 'Acme Tools' },
      origin: 'order',
      issuedAt: new Date().toISOString(),
    });

  const saveAdminUrl = (adminWebhookUrl: string) =>
    shop.asAdmin('/api/admin/settings', { json: { adminWebhookUrl } });

  it('the sample payload is sent to the reseller and to the admin when the license exists, signed and once [S7.48] [S3.32] [S3.33] [S3.34] [R-checkout.51] [R-checkout.52]', async () => {
    const [theirs, admins] = [await openBin(), await openBin()];
    await saveAdminUrl(admins.url);
    const seller = await signIn(theirs.url);
    const { secret } = (await seller.as('/webhook/secret', { method: 'POST' })).body as { secret: string };
    const renewed = await shop.asAdmin('/api/admin/order-webhook/secret', { method: 'POST' });
    const { secret: adminSecret } = renewed.body as { secret: string };
    const order = await sell(seller, { licensed: false });
    expect(await theirs.requests()).toHaveLength(0);
    await issue(order._id, seller.reseller._id);
    await issue(order._id, seller.reseller._id);
    await until(async () => (await theirs.requests()).length > 0 && (await admins.requests()).length > 0);

    const [request] = await theirs.requests();
    expect(OrderNotification.parse(request?.json)).toEqual({
      event: 'order.completed',
      reseller_id: seller.reseller._id,
      order: {
        id: order._id,
        customer_email: 'buyer@example.com',
        customer_name: 'Jane Doe',
        business_name: 'Doe Ltd',
        amount: '10000',
        currency: 'JPY',
        subtotal: '10000',
        discount: '0',
        tax: '0',
        tax_included: true,
        license_key: KEY,
        purchase_date: order.paidAt?.toISOString(),
        stripe_session_id: order.sessionId,
      },
      reseller: { business_name: 'Acme Tools', slug: seller.reseller.slugs[0] },
    });
    const headers = request?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(request?.body ?? '', headers)).not.toThrow();
    expect(() => new Webhook(secret).verify(`${request?.body} `, headers)).toThrow('No matching signature');
    const [admin] = await admins.requests();
    expect(admin?.json).toEqual(request?.json);
    const adminHeaders = admin?.headers as Record<string, string>;
    expect(() => new Webhook(adminSecret).verify(admin?.body ?? '', adminHeaders)).not.toThrow();

    const [delivery] = await seller.deliveries();
    expect(delivery).toMatchObject({
      orderId: order._id,
      state: 'delivered',
      attempts: [{ status: 200, error: null }],
    });
    expect(await theirs.requests()).toHaveLength(1);
    await saveAdminUrl('');
  });

  it.each([
    ['a direct sale', '/api/create-main-checkout', KEY],
    ['reseller rights, which have no license', '/api/create-reseller-checkout', null],
  ])('the webhook for %s is sent to the admin once [R-checkout.51]', async (_what, path, licenseKey) => {
    const admins = await openBin();
    await saveAdminUrl(admins.url);
    const sessionId = await shop.checkOut(path);
    await shop.pay(sessionId);
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    const { _id: id = '' } = (await shop.order(sessionId)) ?? {};
    if (licenseKey) await issue(id, null);
    const deliveries = deliveryModel(shop.database);
    await until(async () => (await deliveries.findOne({ orderId: id }))?.state === 'delivered');
    const bodies = (await admins.requests()).map(({ json }) => OrderNotification.parse(json));
    expect(bodies).toMatchObject([{ reseller_id: null, order: { id, license_key: licenseKey } }]);
    await saveAdminUrl('');
  });

  it('the attempts follow the schedule with jitter [R-checkout.55]', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    const hours = (count: number) => count * 3_600_000;
    expect(ATTEMPT_DELAYS_MS).toEqual([0, 5000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map(hours)]);
    for (const [index, delay] of ATTEMPT_DELAYS_MS.entries()) {
      expect(scheduleAttempt(index, now, () => 0)?.getTime()).toBe(now.getTime() + delay);
      expect(scheduleAttempt(index, now, () => 1)?.getTime()).toBeCloseTo(now.getTime() + delay * 1.1, -1);
    }
    expect(scheduleAttempt(10, now)).toBeNull();
  });

  /** Lets the next attempt of a delivery be due, once its latest one has ended. */
  const makeDue = async (orderId: string, attempts: number) => {
    const stored = deliveryModel(shop.database);
    await until(async () => (await stored.findOne({ orderId }))?.attempts.length === attempts);
    await stored.updateOne({ orderId }, { $set: { nextAttemptAt: new Date() } });
  };

  it('a failed attempt is retried 5 seconds later with the same id, and both are in the log [R-checkout.55]', async () => {
    const bin = await openBin({ status: 500, times: 1 });
    const seller = await signIn(bin.url);
    const { _id: orderId } = await sell(seller);
    const stored = () => deliveryModel(shop.database).findOne({ orderId }).lean();
    await until(async () => (await stored())?.attempts.length === 1);
    const failed = await stored();
    const [first] = await bin.requests();
    const waitMs = (failed?.nextAttemptAt?.getTime() ?? 0) - Date.parse(first?.receivedAt ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(5000);
    await makeDue(orderId, 1);
    await until(async () => (await bin.requests()).length === 2);
    const [, second] = await bin.requests();
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await until(async () => (await seller.deliveries())[0]?.state === 'delivered');
    expect((await seller.deliveries())[0]?.attempts).toMatchObject([{ status: 500 }, { status: 200 }]);
  });

  it('the tenth attempt is the last, after which the delivery is stopped until a replay', async () => {
    const bin = await openBin({ status: 500 });
    const seller = await signIn(bin.url);
    const { _id: orderId } = await sell(seller);
    await until(async () => (await bin.requests()).length === 1);
    const stored = deliveryModel(shop.database);
    await until(async () => (await stored.findOne({ orderId }))?.attempts.length === 1);
    const now = new Date();
    await stored.updateOne({ orderId }, { $set: { nextAttempt: 9, nextAttemptAt: now } });
    await until(async () => (await stored.findOne({ orderId }))?.state === 'stopped');
    expect((await stored.findOne({ orderId }))?.stoppedAt?.getTime()).toBeGreaterThanOrEqual(now.getTime());
    await bin.answer({ status: 200 });
    const [delivery] = await seller.deliveries();
    await seller.as(`/webhook/deliveries/${delivery?.id}/replay`, { method: 'POST' });
    await until(async () => (await stored.findOne({ orderId }))?.state === 'delivered');
    expect((await stored.findOne({ orderId }))?.stoppedAt).toBeNull();
  });

  it('a replay during the last attempt is still sent', async () => {
    const bin = await openBin({ status: 500 });
    const seller = await signIn(bin.url);
    const { _id: orderId } = await sell(seller);
    const stored = deliveryModel(shop.database);
    await until(async () => (await stored.findOne({ orderId }))?.attempts.length === 1);
    await bin.answer({ status: 500, delayMs: 2000, times: 1 });
    await stored.updateOne({ orderId }, { $set: { nextAttempt: 9, nextAttemptAt: new Date() } });
    await until(async () => (await bin.requests()).length === 2);
    const [delivery] = await seller.deliveries();
    const replayed = await seller.as(`/webhook/deliveries/${delivery?.id}/replay`, { method: 'POST' });
    expect(replayed).toMatchObject({ status: 200, body: { message: 'The delivery is sent again.' } });
    await until(async () => (await bin.requests()).length === 3);
    await until(async () => (await stored.findOne({ orderId }))?.state === 'delivered');
    // The one that was under way is in the log too.
    expect((await seller.deliveries())[0]?.attempts).toMatchObject([
      { status: 500 },
      { status: 500 },
      { status: 200 },
    ]);
  });

  it('a receiver that never answers does not delay others', async () => {
    const hanging = await openBin({ delayMs: 60_000 });
    const stuck = await signIn(hanging.url);
    await sell(stuck);
    await sell(stuck);
    await until(async () => (await hanging.requests()).length === 1);
    const quick = await openBin();
    await sell(await signIn(quick.url));
    await until(async () => (await quick.requests()).length === 1);
    // Its own second one waits for the first, which has not ended.
    expect(await hanging.requests()).toHaveLength(1);
    expect((await stuck.deliveries()).map(({ attempts }) => attempts)).toEqual([[], []]);
  });

  it('a reply of 410 disables the webhook and is published, and a replay arrives after the URL is saved again [R-checkout.57]', async () => {
    const published = await shop.fakeService.collect(orderWebhookDisabled);
    const bin = await openBin({ status: 410 });
    const seller = await signIn(bin.url);
    await seller.endpoint({ email: 'owner@example.com' });
    await sell(seller);
    await until(async () => (await seller.me()).orderWebhookDisabledReason === 'gone');
    await until(() => published.length === 1);
    expect(published[0]).toMatchObject({
      resellerId: seller.reseller._id,
      email: 'owner@example.com',
      url: bin.url,
      reason: 'gone',
    });
    await bin.answer({ status: 200 });
    await seller.saveUrl(bin.url);
    expect((await seller.me()).orderWebhookDisabledReason).toBeNull();
    const [delivery] = await seller.deliveries();
    const replayed = await seller.as(`/webhook/deliveries/${delivery?.id}/replay`, { method: 'POST' });
    expect(replayed.status).toBe(200);
    await until(async () => (await seller.deliveries())[0]?.state === 'delivered');
    const other = await signIn();
    const foreign = await other.as(`/webhook/deliveries/${delivery?.id}/replay`, { method: 'POST' });
    expect(foreign.status).toBe(404);
  });

  it('ten failures in a row disable the webhook and are published, but nine failures and a success do not [R-checkout.58]', async () => {
    const published = await shop.fakeService.collect(orderWebhookDisabled);
    const bin = await openBin();
    const seller = await signIn(bin.url);
    await seller.endpoint({ 'orderWebhook.failuresInARow': 9 });
    await sell(seller);
    await until(async () => (await seller.deliveries())[0]?.state === 'delivered');
    await bin.answer({ status: 503 });
    const { _id: failing } = await sell(seller);
    await until(async () => (await seller.failures()) === 1);
    expect((await seller.me()).orderWebhookDisabledReason).toBeNull();
    await seller.endpoint({ 'orderWebhook.failuresInARow': 8 });
    await makeDue(failing, 1);
    // By its second attempt; the third is minutes away.
    await until(async () => (await seller.failures()) === 9);
    expect((await seller.me()).orderWebhookDisabledReason).toBeNull();
    await sell(seller);
    await until(async () => (await seller.me()).orderWebhookDisabledReason === 'failing');
    // The one that was delivered, and the first, the ninth and the tenth that failed.
    expect(await bin.requests()).toHaveLength(4);
    await until(() => published.length === 1);
    expect(published[0]).toMatchObject({ resellerId: seller.reseller._id, reason: 'failing' });
    const count = (await bin.requests()).length;
    const last = await sell(seller);
    await until(async () => (await shop.order(last.sessionId))?.sealedLicenseKey !== null);
    // Deliveries of orders sold meanwhile are held, not lost.
    const readHeld = async () => (await seller.deliveries()).find(({ orderId }) => orderId === last._id);
    await until(async () => (await readHeld())?.state === 'stopped');
    expect((await readHeld())?.attempts).toEqual([]);
    const held = await shop.database.collection('webhook_deliveries').findOne({ orderId: last._id });
    expect(held?.stoppedAt).toEqual(expect.any(Date));
    expect(await bin.requests()).toHaveLength(count);
    await bin.answer({ status: 200 });
    await seller.saveUrl(bin.url);
    await seller.as(`/webhook/deliveries/${(await readHeld())?.id}/replay`, { method: 'POST' });
    await until(async () => (await readHeld())?.state === 'delivered');
  });

  it('a test is sent to the given URL and returns the status of the reply [S7.49] [S7.12]', async () => {
    const bin = await openBin();
    const seller = await signIn();
    const reply = await seller.as('/webhook/test', { json: { webhookUrl: bin.url } });
    expect(reply).toMatchObject({ status: 200, body: { status: 200, message: expect.any(String) } });
    const admin = await shop.asAdmin('/api/admin/test-webhook', { json: { webhookUrl: bin.url } });
    expect(admin).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    const [first, second] = await bin.requests();
    const { _id, businessName, slugs } = seller.reseller;
    expect(OrderNotification.parse(first?.json)).toMatchObject({
      reseller_id: _id,
      reseller: { business_name: businessName, slug: slugs[0] },
    });
    expect(OrderNotification.parse(second?.json).reseller_id).toBeNull();
    await bin.answer({ status: 500, body: 'internal secret text' });
    const failed = await seller.as('/webhook/test', { json: { webhookUrl: bin.url } });
    expect(failed).toMatchObject({ status: 502, body: { code: 'UPSTREAM_FAILED' } });
    expect(JSON.stringify(failed.body)).not.toContain('internal secret');
  });

  it('a test of another URL than the saved one requires a fresh sign-in', async () => {
    const [own, other] = [await openBin(), await openBin()];
    const seller = await signIn();
    await seller.saveUrl(own.url);
    const stale = { ...resellerActor(seller.reseller._id), isFresh: undefined };
    const test = (webhookUrl: string) =>
      shop.as(stale, '/api/resellers/webhook/test', { json: { webhookUrl } });
    expect(await test(other.url)).toMatchObject({ status: 403, body: { code: 'FRESH_SIGN_IN_REQUIRED' } });
    const byAdmin = { role: 'admin', isFresh: undefined } as const;
    const json = { webhookUrl: other.url };
    expect(await shop.as(byAdmin, '/api/admin/test-webhook', { json })).toMatchObject({ status: 403 });
    expect(await other.requests()).toEqual([]);
    expect((await test(own.url)).status).toBe(200);
  });

  it.each([
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[fe80::1]/',
    'ftp://example.com',
    'x',
  ])('refuse to save and to test %s [R-checkout.59] [R-checkout.60]', async (url) => {
    const seller = await signIn();
    expect(await seller.saveUrl(url)).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_URL_REFUSED', field: 'orderWebhookUrl' },
    });
    const test = await seller.as('/webhook/test', { json: { webhookUrl: url } });
    expect(test).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_URL_REFUSED', field: 'webhookUrl' },
    });
    expect((await seller.me()).orderWebhookUrl).toBe('');
  });

  it('a signing secret that is created while the first URL is saved is the stored one', async () => {
    const renew = async ({ as, reseller, saveUrl }: Seller) => {
      const url = `${shop.sandbox.url}/hooks/first`;
      const [{ body }] = await Promise.all([as('/webhook/secret', { method: 'POST' }), saveUrl(url)]);
      const stored = await resellerModel(shop.database).findById(reseller._id).orFail().lean();
      const { sealedSecret } = stored.orderWebhook;
      const place = endpointSecretPlace(`reseller:${reseller._id}`);
      return (body as { secret: string }).secret === shop.sealer.open(sealedSecret ?? '', place);
    };
    const inForce: boolean[] = [];
    // Which of the two comes first is up to the machine.
    for (let nth = 0; nth < 20; nth += 1) inForce.push(await renew(await signIn()));
    expect(inForce).not.toContain(false);
  });

  it('an empty URL disables the webhook', async () => {
    const bin = await openBin();
    const seller = await signIn(bin.url);
    await seller.saveUrl('');
    const order = await sell(seller);
    await until(async () => (await shop.order(order.sessionId))?.sealedLicenseKey !== null);
    expect(await seller.deliveries()).toEqual([]);
  });

  it('a license without an order sends no webhook', async () => {
    const before = await shop.database.collection('webhook_deliveries').countDocuments();
    await shop.fakeService.publish(licenseIssued, {
      licenseId: 'manual',
      sealedLicenseKey: shop.licenseKeys.seal(KEY, 'manual'),
      email: 'a@example.com',
      orderId: null,
      seller: { resellerId: null, businessName: 'Leadping' },
      origin: 'manual',
      issuedAt: new Date().toISOString(),
    });
    const bin = await openBin();
    const seller = await signIn(bin.url);
    await sell(seller);
    await until(async () => (await bin.requests()).length === 1);
    expect(await shop.database.collection('webhook_deliveries').countDocuments()).toBe(before + 1);
  });
});
