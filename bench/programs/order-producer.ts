import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { ServiceConfig } from '@leadping/service-kit/process/config';
import { outboxEntry, outboxModel, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import { runService } from '@leadping/service-kit/process/run';
import { buildService } from '@leadping/service-kit/process/service';
import { Schema } from 'mongoose';
import { z } from 'zod';
import { now, steadyRate } from '../src/load.ts';
import { PING, type ProducerReport } from '../src/order-events.ts';

const Start = z.object({ perSecond: z.number(), seconds: z.number(), run: z.string() });
interface BenchOrder {
  _id: string;
  outbox?: OutboxEntry[];
}

const PINGS_A_SECOND = 50;

/**
 * Stores paid orders with the kit's outbox at a steady rate and pings the consumer in between, so that both use the
 * same server at the same time.
 */
await runService('svc-commerce', ServiceConfig, (config) =>
  buildService({
    name: 'svc-commerce',
    config,
    setUp: ({ database, relay, bus, app }) => {
      const schema = new Schema<BenchOrder>({ _id: String });
      const orders = outboxModel(database, 'BenchOrder', schema, 'bench-orders');

      app.post('/start', { schema: {} }, async (request): Promise<ProducerReport> => {
        const { perSecond, seconds, run } = Start.parse(request.body);
        const nc = await bus.connected;
        const paidAt: [string, number][] = [];
        const keepOrder = async (index: number) => {
          const orderId = `${run}-${index}`;
          const entry = outboxEntry(orderPaid, `order-paid:${orderId}`, paidOrder(orderId));
          await orders.collection.insertOne({ _id: orderId as never, outbox: [entry] });
          paidAt.push([orderId, now()]);
          relay.flush(orders);
        };
        const ping = async () => {
          await nc.request(bus.subjectOf(PING), '', { timeout: 10_000 });
        };
        const [kept, pings] = await Promise.all([
          steadyRate({ perSecond, seconds }, keepOrder),
          steadyRate({ perSecond: PINGS_A_SECOND, seconds }, ping),
        ]);
        return { paidAt, writes: kept.latencies, failures: kept.failures, pings: pings.latencies };
      });
    },
  }),
);

function paidOrder(orderId: string) {
  return {
    orderId,
    productType: 'main_product',
    seller: { resellerId: null, businessName: 'Bench' },
    customerEmail: `${orderId}@example.com`,
    customerName: null,
    money: { amountMinor: 7900, currency: 'USD' },
    stripeSessionId: `cs_test_${orderId}`,
    paidAt: new Date().toISOString(),
  } as const;
}
