import { callsCounted } from '@leadping/contracts/gateway/demand-events';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import { randomUUID } from 'node:crypto';
import { Demand } from './demand.ts';

/** So often each gateway says what it counts: until then the others take a surge for less than it is. */
const EVERY_MS = 250;

export interface SharedDemand {
  demand: Demand;
  close: () => void;
}

/** Counts calls together with all other gateways. Without NATS nothing more is learned of what is usual. */
export function shareDemand(bus: Bus): SharedDemand {
  const demand = new Demand(bus.isConnected);
  const gateway = randomUUID();
  bus.subscribe(callsCounted, (counted) => {
    if (counted.gateway !== gateway) demand.receive(counted.gateway, counted);
  });
  const timer = setInterval(() => {
    const counted = demand.report();
    // What waits for NATS would all be sent once it is back.
    if (bus.isConnected()) bus.broadcast(callsCounted, { gateway, ...counted });
  }, EVERY_MS).unref();
  return { demand, close: () => clearInterval(timer) };
}
