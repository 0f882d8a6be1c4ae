import { ChangeNotification } from '@leadping/contracts/commerce/order-webhook-routes';
import { ORDER_WEBHOOK_EVENT_NAMES } from '@leadping/contracts/commerce/webhook-event';
import {
  licenseIssued,
  licenseReinstated,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { orderWebhookDue } from '@leadping/contracts/commerce/order-webhook-events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { openFakeService } from '@leadping/test-kit/fake-service';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import type { HookRequest } from '@leadping/dev-sandbox/hooks/bin';
import { openShop, randomKeys, type Shop } from './shop.ts';

type Bag = Record<string, unknown>;
const KEY = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH';

jest.setTimeout(120_000);

describe('the events of an order webhook', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const openBin = () => `${shop.sandbox.url}/hooks/b${randomBytes(6).toString('hex')}`;
  const requestsAt = async (url: string) => (await send(`${url}/requests`)).body as HookRequest[];
  const eventsAt = async (url: string) =>
    (await requestsAt(url)).map(({ json }) => (json as { event: string }).event);

  const signIn = async (orderWebhookEvents?: readonly string[]) => {
    const keys = randomKeys();
    const reseller = await shop.addReseller({ productPrice: 7900, currency: 'EUR' }, keys);
    const as = (path: string, options?: Parameters<Shop['asAdmin']>[1]) =>
      shop.as({ role: 'reseller', resellerId: reseller._id }, `/api/resellers${path}`, options);
    const url = openBin();
    const save = (body: Bag) => as('/webhook', { method: 'PUT', json: { orderWebhookUrl: url, ...body } });
    expect((await save(orderWebhookEvents ? { orderWebhookEvents } : {})).status).toBe(200);
    const { secret } = (await as('/webhook/secret', { method: 'POST' })).body as { secret: string };
    const deliveries = async () =>
      ((await as('/webhook/deliveries')).body as { deliveries: Bag[] }).deliveries;
    return { keys, reseller, as, url, save, secret, deliveries };
  };
  type Seller = Awaited<ReturnType<typeof signIn>>;

  /** Delivers every event of the account, also those that were delivered before. */
  const report = async ({ reseller, keys }: Seller) => {
    for (const event of await shop.eventsOf(keys.secretKey)) {
      const path = `/api/stripe-webhook/reseller/${reseller._id}`;
      expect((await shop.deliver(event, { path, secret: keys.webhookSecret })).status).toBe(200);
    }
  };

  const sell = async (seller: Seller) => {
    const resellerId = seller.reseller._id;
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId });
    await shop.pay(sessionId);
    await report(seller);
    const { _id: orderId = '' } = (await shop.order(sessionId)) ?? {};
    const license = {
      licenseId: `license-of-${orderId}`,
      sealedLicenseKey: shop.licenseKeys.seal(KEY, `license-of-${orderId}`),
      email: 'buyer@example.com',
      orderId,
      seller: { resellerId, businessName: 'Acme Tools' },
    };
    const issuedAt = new Date().toISOString();
    await shop.fakeService.publish(licenseIssued, { ...license, origin: 'order', issuedAt });
    await until(async () => (await shop.order(sessionId))?.sealedLicenseKey !== null);
    return { sessionId, orderId, license };
  };
  /** The notifications of changes, each checked against its signature and the contract. */
  const changesAt = async ({ url, secret }: Seller) =>
    (await requestsAt(url))
      .filter(({ json }) => (json as { event: string }).event !== 'order.completed')
      .map(({ json, body, headers }) => {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        return { id: headers['webhook-id'], ...ChangeNotification.parse(json) };
      });

  it('are only that of a completed order until the seller chooses, so that a refund and a dispute send nothing', async () => {
    const seller = await signIn();
    expect((await seller.as('/me')).body).toMatchObject({ orderWebhookEvents: ['order.completed'] });
    const { sessionId, license } = await sell(seller);
    await until(async () => (await eventsAt(seller.url)).length === 1);
    await shop.refund(sessionId, 1000);
    await shop.dispute(sessionId);
    const due = await shop.fakeService.collect(orderWebhookDue);
    await report(seller);
    await shop.fakeService.publish(licenseSuspended, { ...license, reason: 'disputed' });
    await until(() => Promise.resolve(due.length === 2));
    // A later sale is sent after them, so that they would have arrived.
    await sell(seller);
    await until(async () => (await eventsAt(seller.url)).length === 2);
    expect(await eventsAt(seller.url)).toEqual(['order.completed', 'order.completed']);
  });

  it('report a refund of a part and then of the rest, each once, signed, in the log and sent again by a replay', async () => {
    const seller = await signIn(ORDER_WEBHOOK_EVENT_NAMES);
    const { sessionId, orderId } = await sell(seller);
    await shop.refund(sessionId, 2900);
    await report(seller);
    await until(async () => (await changesAt(seller)).length === 1);
    await shop.refund(sessionId);
    await report(seller);
    await report(seller);
    await until(async () => (await changesAt(seller)).length === 2);

    const [part, rest] = await changesAt(seller);
    expect(part).toMatchObject({
      event: 'order.refunded',
      reseller_id: seller.reseller._id,
      order: { id: orderId, amount: '79.00', currency: 'EUR', license_key: KEY },
      reseller: { business_name: 'Acme Tools' },
      refund: { amount: '29.00', total_refunded: '29.00', full: false, outcome: 'refunded' },
    });
    expect(rest).toMatchObject({
      refund: { amount: '50.00', total_refunded: '79.00', full: true, outcome: 'refunded' },
    });
    expect(rest?.id).not.toBe(part?.id);

    const log = await seller.deliveries();
    expect(log.map(({ event }) => event)).toEqual(['order.refunded', 'order.refunded', 'order.completed']);
    const again = log.find(({ id }) => id === part?.id);
    await seller.as(`/webhook/deliveries/${encodeURIComponent(String(again?.id))}/replay`, {
      method: 'POST',
    });
    await until(async () => (await changesAt(seller)).length === 3);
    expect((await changesAt(seller))[2]).toEqual(part);
  });

  it('report how a dispute began and ended, with its amount, reason and deadline, but not an inquiry', async () => {
    const seller = await signIn(['order.disputed']);
    const { sessionId } = await sell(seller);
    await shop.dispute(sessionId, 'inquiry');
    await report(seller);
    await shop.advanceDispute(sessionId, 'escalate');
    await report(seller);
    await until(async () => (await changesAt(seller)).length === 1);
    await shop.closeDispute(sessionId, 'lost');
    await report(seller);
    await until(async () => (await changesAt(seller)).length === 2);
    const [opened, lost] = await changesAt(seller);
    const dispute = {
      id: expect.stringMatching(/^du_/),
      amount: '79.00',
      currency: 'EUR',
      reason: 'fraudulent',
      evidence_due_by: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(opened).toMatchObject({ event: 'order.disputed', dispute: { ...dispute, state: 'open' } });
    expect(lost).toMatchObject({ event: 'order.disputed', dispute: { ...dispute, state: 'lost' } });
    expect(await requestsAt(seller.url)).toHaveLength(2);
  });

  it('report with its cause that a license is suspended, revoked and reinstated, once for each change', async () => {
    const seller = await signIn(['license.revoked', 'license.reinstated']);
    const { license } = await sell(seller);
    const at = new Date().toISOString();
    const change = (reason: string, cause: 'dispute_opened' | 'dispute_won' | 'seller') => ({
      ...license,
      reason,
      cause,
      changedAt: at,
    });
    const suspended = change('disputed', 'dispute_opened');
    const events = async (count: number) => until(async () => (await changesAt(seller)).length === count);
    await shop.fakeService.publish(licenseSuspended, suspended, 'license-suspended:x:2');
    await events(1);
    await shop.fakeService.publish(
      licenseReinstated,
      change('dispute-won', 'dispute_won'),
      'license-active:x:3',
    );
    await events(2);
    await shop.fakeService.publish(
      licenseRevoked,
      change('deleted by the reseller', 'seller'),
      'license-revoked:x:4',
    );
    await events(3);
    expect(await changesAt(seller)).toMatchObject([
      {
        event: 'license.revoked',
        occurred_at: at,
        license: { status: 'suspended', cause: 'dispute_opened' },
      },
      { event: 'license.reinstated', license: { status: 'active', cause: 'dispute_won' } },
      { event: 'license.revoked', license: { status: 'revoked', cause: 'seller' } },
    ]);
    expect(new Set((await changesAt(seller)).map(({ id }) => id)).size).toBe(3);
  });

  it('are stored once however often their event is delivered', async () => {
    const seller = await signIn(['order.refunded', 'license.revoked', 'order.completed']);
    const { orderId, license } = await sell(seller);
    const due = {
      orderId,
      changeId: '9.0',
      changedAt: new Date().toISOString(),
      change: {
        event: 'order.refunded',
        amountMinor: 100,
        refundedMinor: 100,
        isFull: false,
        isFailed: false,
      },
    } as const;
    // Without an id of their own, so that NATS delivers both.
    await shop.fakeService.publish(licenseRevoked, { ...license, reason: 'refunded' }, 'license-revoked:y:2');
    const commerce = await openFakeService(shop.config, 'svc-commerce');
    await commerce.publish(orderWebhookDue, due);
    await commerce.publish(orderWebhookDue, due);
    await until(async () => (await changesAt(seller)).length === 2);
    await sell(seller);
    await until(
      async () => (await eventsAt(seller.url)).filter((event) => event === 'order.completed').length === 2,
    );
    expect((await changesAt(seller)).map(({ event }) => event).toSorted()).toEqual([
      'license.revoked',
      'order.refunded',
    ]);
    await commerce.close();
  });

  it('are refused if none is chosen or one is unknown, and the stored choice stays', async () => {
    const seller = await signIn(['order.disputed', 'order.completed', 'order.disputed']);
    for (const orderWebhookEvents of [[], ['order.deleted']]) {
      expect((await seller.save({ orderWebhookEvents })).status).toBe(400);
    }
    expect((await seller.save({})).body).toMatchObject({
      orderWebhookEvents: ['order.completed', 'order.disputed'],
    });
    expect((await seller.as('/me')).body).toMatchObject({
      orderWebhookEvents: ['order.completed', 'order.disputed'],
    });
  });

  it('of the platform are chosen in the settings and reach the admin also for a reseller’s order', async () => {
    const adminWebhookUrl = openBin();
    const chosen = { adminWebhookUrl, adminWebhookEvents: ['order.refunded'] };
    const saved = await shop.asAdmin('/api/admin/settings', { json: chosen });
    expect(saved.body).toMatchObject(chosen);
    const seller = await signIn();
    const { sessionId, orderId } = await sell(seller);
    await shop.refund(sessionId);
    await report(seller);
    await until(async () => (await eventsAt(adminWebhookUrl)).length === 1);
    const [{ json } = {}] = await requestsAt(adminWebhookUrl);
    expect(ChangeNotification.parse(json)).toMatchObject({
      event: 'order.refunded',
      reseller_id: seller.reseller._id,
      order: { id: orderId },
    });
    const events = ['order.completed'];
    await shop.asAdmin('/api/admin/settings', { json: { adminWebhookUrl: '', adminWebhookEvents: events } });
  });

  it.each(ORDER_WEBHOOK_EVENT_NAMES)('have a sample that a test sends: %s', async (event) => {
    const seller = await signIn();
    const json = { webhookUrl: seller.url, event };
    expect((await seller.as('/webhook/test', { method: 'POST', json })).status).toBe(200);
    expect(await eventsAt(seller.url)).toEqual([event]);
    if (event !== 'order.completed') expect(await changesAt(seller)).toHaveLength(1);
  });
});
