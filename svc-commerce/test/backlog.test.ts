import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { measureBacklog } from '../src/measure-backlog.ts';
import { deliveryModel } from '../src/order-webhooks/delivery.model.ts';
import { orderModel } from '../src/orders/order.model.ts';
import { reconciliationCursorModel } from '../src/payment-accounts/reconciliation-cursor.model.ts';
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

it('what waits is counted: paid orders without a license, order webhooks of an hour, the account furthest behind', async () => {
  const orders = orderModel(shop.database);
  const waits = { republishAt: new Date(now + MINUTE_MS) };
  await orders.insertMany([
    storedOrder({ ...waits, paidAt: ago(60) }),
    storedOrder({ ...waits, paidAt: ago(2) }),
    storedOrder({ ...waits, paidAt: ago(0) }),
    storedOrder({ ...waits, isPaidPublished: false }),
    storedOrder({}),
  ]);
  const deliveries = deliveryModel(shop.database);
  const delivery = { orderId: '1', receiver: 'admin', url: 'https://example.com', nextAttempt: 0 };
  await deliveries.insertMany([
    { ...delivery, _id: 'a', state: 'stopped', createdAt: ago(5) },
    { ...delivery, _id: 'b', state: 'stopped', createdAt: ago(90) },
    { ...delivery, _id: 'c', state: 'delivered', createdAt: ago(5) },
  ]);
  const cursors = reconciliationCursorModel(shop.database);
  await cursors.insertMany([
    { _id: 'near', livemode: true, since: ago(5), nextRunAt: ago(-60) },
    { _id: 'far', livemode: true, since: ago(20), nextRunAt: ago(-60) },
    { _id: 'without keys', livemode: true, since: ago(900), nextRunAt: ago(-60), withoutKeys: true },
  ]);
  const metrics = buildMetrics('svc-commerce');
  const clock = { now: () => now, adjust: () => Promise.resolve() };
  await measureBacklog({ metrics, orders, deliveries, reconciliationCursors: cursors, clock })(
    new AbortController().signal,
  );
  const text = await metrics.registry.metrics();
  const figure = (name: string) => Number(new RegExp(`${name}[^\\n]* (\\d+)\\n`).exec(text)?.[1]);
  expect(figure('orders_unfulfilled{')).toBe(2);
  expect(figure('order_webhooks{[^}]*state="stopped"')).toBe(1);
  expect(figure('order_webhooks{[^}]*state="delivered"')).toBe(1);
  expect(figure('order_webhooks{[^}]*state="waiting"')).toBe(0);
  expect(figure('payment_reconcile_lag_seconds{')).toBe(1200);
});
