import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { ServiceConfig } from '@leadping/service-kit/process/config';
import { runService } from '@leadping/service-kit/process/run';
import { buildService } from '@leadping/service-kit/process/service';
import { now } from '../src/load.ts';
import { PING, type ConsumerReport } from '../src/order-events.ts';

/** Records when each event reaches its handler, and replies to pings. */
await runService('svc-licensing', ServiceConfig, (config) =>
  buildService({
    name: 'svc-licensing',
    config,
    setUp: ({ consume, bus, app }) => {
      const handledAt: ConsumerReport = [];
      consume(orderPaid, async ({ orderId }) => {
        handledAt.push([orderId, now()]);
      });
      void bus.connected.then((nc) =>
        nc.subscribe(bus.subjectOf(PING), { callback: (_error, message) => void message.respond('') }),
      );
      app.get('/handled', (): ConsumerReport => handledAt);
      app.get('/handled/count', () => handledAt.length);
    },
  }),
);
