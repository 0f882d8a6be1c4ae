import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { openBus, type Bus } from '@leadping/service-kit/messaging/bus';
import { eventRecord } from '@leadping/service-kit/messaging/event-record';
import { natsAddress } from '@leadping/service-kit/messaging/nats-connection';
import type { BaseConfig } from '@leadping/service-kit/process/config';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { randomUUID } from 'node:crypto';

export interface FakeService {
  /** The bus of another service: `publish`, `request`, `respond`, `broadcast`, `subscribe`. */
  bus: Bus;
  /**
   * Collects the published events of this type from now on, in order. They are parsed by the contract, so that a
   * broken payload fails loudly.
   * @param once drops duplicates as NATS does for consumers
   */
  collect: <E extends EventContract>(event: E, options?: { once: boolean }) => Promise<PayloadOf<E>[]>;
  /** Stores an event as its producer does. NATS drops a repeated `id`. Omit it for a real second delivery. */
  publish: <E extends EventContract>(event: E, payload: PayloadOf<E>, id?: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Replaces another service at the bus of the stack under test. */
export async function openFakeService(config: BaseConfig, service: ServiceName): Promise<FakeService> {
  const bus = openBus({
    service,
    address: natsAddress(config),
    prefix: config.NATS_PREFIX,
    log: buildLog({ service, level: 'silent' }),
    metrics: buildMetrics(service),
  });
  const nc = await bus.connected;
  return {
    bus,
    collect: async (event, { once } = { once: false }) => {
      const ids = new Set<string>();
      const collected: PayloadOf<typeof event>[] = [];
      nc.subscribe(bus.subjectOf(event.subject), {
        callback: (_error, message) => {
          const id = message.headers?.get('Nats-Msg-Id') ?? '';
          if (once && ids.has(id)) return;
          ids.add(id);
          const { payload } = message.json<{ payload: unknown }>();
          collected.push(event.payload.parse(payload) as PayloadOf<typeof event>);
        },
      });
      await nc.flush();
      return collected;
    },
    publish: (event, payload, id = randomUUID()) => bus.publish(eventRecord(event, id, payload)),
    close: () => bus.close(),
  };
}
