import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { measureBacklog } from '../src/measure-backlog.ts';
import { deliveryModel } from '../src/order-webhooks/delivery.model.ts';
import { NO_FACTS } from '../src/orders/payment-facts.ts';
import { orderModel } from '../src/orders/order.model.ts';
import { reconciliationCursorModel } from '../src/payment-accounts/reconciliation-cursor.model.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { openShop, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

const MINUTE_MS = 60_000;
const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('metrics count paid orders without a license or its mail, order webhooks of the last hour and accounts that lag behind', async () => {
  const orders = orderModel(shop.database);
  const waits = { republishAt: ago(-30), paidAt: ago(60) };
  await orders.insertMany([
    storedOrder({ ...waits, publishCount: 6 }),
    storedOrder({ ...waits, republishAt: ago(0) }),
    // Its payment became known a moment ago.
    storedOrder({ ...waits, republishAt: ago(-1) }),
    storedOrder({ ...waits, publishCount: 6, isPaidPublished: false }),
    // Paid, and held until somebody corrects the address.
    storedOrder({ emailProblem: 'missing', isPaidPublished: false }),
    storedOrder({ emailProblem: 'refused', isPaidPublished: false }),
    storedOrder({ emailProblem: 'refused', isPaidPublished: false }),
    // Nobody was found, and the money went back.
    storedOrder({ emailProblem: 'missing', isPaidPublished: false, status: 'refunded' }),
    // Issued, and its key was refused.
    storedOrder({ emailProblem: 'refused' }),
    // Issued, and its key went with no mail.
    storedOrder({ emailProblem: 'undelivered' }),
    storedOrder({ emailProblem: 'undelivered', status: 'refunded' }),
    storedOrder({ emailProblem: 'undelivered', status: 'disputed' }),
    storedOrder({ isPaidPublished: false }),
    storedOrder({ unconfirmedAt: ago(5), facts: { ...NO_FACTS, paid: false }, status: 'pending' }),
    // Confirmed since.
    storedOrder({ unconfirmedAt: ago(5) }),
    storedOrder({}),
  ]);
  const deliveries = deliveryModel(shop.database);
  const delivery = { orderId: '1', receiver: 'admin', url: 'https://example.com', nextAttempt: 0 };
  await deliveries.insertMany([
    { ...delivery, _id: 'a', state: 'stopped', createdAt: ago(4600), stoppedAt: ago(5) },
    { ...delivery, _id: 'b', state: 'stopped', createdAt: ago(4600), stoppedAt: ago(90) },
    { ...delivery, _id: 'c', state: 'delivered', createdAt: ago(5) },
    { ...delivery, _id: 'd', state: 'delivered', createdAt: ago(90) },
  ]);
  const cursors = reconciliationCursorModel(shop.database);
  const { _id: deleted } = await shop.addReseller({ deletedAt: ago(60) });
  const cursor = { livemode: true, nextRunAt: ago(-60) };
  await cursors.insertMany([
    { ...cursor, _id: 'platform:live', resellerId: null, since: ago(5) },
    { ...cursor, _id: 'near', resellerId: 'near', since: ago(5) },
    { ...cursor, _id: 'far', resellerId: 'far', since: ago(20) },
    { ...cursor, _id: 'without keys', resellerId: 'without keys', since: ago(900), withoutKeys: true },
    { ...cursor, _id: 'deleted', resellerId: deleted, since: ago(900) },
  ]);
  const metrics = buildMetrics('svc-commerce');
  const clock = { now: () => now, adjust: () => Promise.resolve() };
  const resellers = resellerModel(shop.database);
  const context = { metrics, orders, deliveries, resellers, reconciliationCursors: cursors, clock };
  const measure = measureBacklog(context);
  await measure(new AbortController().signal);
  const text = await metrics.registry.metrics();
  const figure = (name: string) => Number(new RegExp(`${name}[^\\n]* (\\d+)\\n`).exec(text)?.[1]);
  const accounts = async () => {
    const lag = await metrics.registry.getSingleMetric('leadping_payment_reconcile_lag_seconds')?.get();
    return Object.fromEntries(lag?.values.map(({ labels, value }) => [labels.account, value]) ?? []);
  };
  expect(figure('orders_unfulfilled{[^}]*reason="no-license"')).toBe(2);
  expect(figure('orders_unfulfilled{[^}]*reason="no-address"')).toBe(3);
  expect(figure('orders_unfulfilled{[^}]*reason="no-mail"')).toBe(1);
  expect(figure('orders_unfulfilled{[^}]*reason="unconfirmed"')).toBe(1);
  expect(figure('order_webhooks{[^}]*state="stopped"')).toBe(1);
  expect(figure('order_webhooks{[^}]*state="delivered"')).toBe(1);
  expect(figure('order_webhooks{[^}]*state="waiting"')).toBe(0);
  expect(await accounts()).toEqual({ 'platform:live': 300, far: 1200 });
  await cursors.updateOne({ _id: 'far' }, { since: ago(5) });
  await measure(new AbortController().signal);
  expect(await accounts()).toEqual({ 'platform:live': 300 });
});
