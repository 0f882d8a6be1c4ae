import type { ServiceName } from '@leadping/contracts/services';
import type { Log } from '@leadping/service-kit/telemetry/log';
import type { GatewayConfig } from '../config.ts';
import { Balancer } from './balancer.ts';
import { isUsable, type Instance } from './instance.ts';
import { probeInstances } from './probe.ts';
import { ReplyTimes } from './reply-times.ts';

export type Upstream = Exclude<ServiceName, 'gateway'>;

export interface Upstreams {
  balancerOf: (service: Upstream) => Balancer;
  /** Every instance and whether it gets calls at this moment. */
  states: () => { service: Upstream; address: string; usable: boolean }[];
  /** Calls under way to all of them. */
  activeCalls: () => number;
  recordReply: (ms: number) => void;
  /** Whether the services reply much later than usual, and later than so many milliseconds. */
  isSlow: (leastMs: number) => boolean;
  /** Breaks off what is still under way; call it when nobody waits for a reply any more. */
  close: () => Promise<void>;
}

/** With as many under way, a call's time may be that of those before it. */
const MANY_CALLS = 8;

/** The services, each of one or several instances. */
export function openUpstreams(config: GatewayConfig, log: Log): Upstreams {
  const open = (service: Upstream, addresses: readonly string[]) =>
    new Balancer(addresses, ({ address }) =>
      log.warn({ service, address }, 'instance ejected: its calls fail'),
    );
  const balancers: Record<Upstream, Balancer> = {
    'svc-identity': open('svc-identity', config.IDENTITY_URL),
    'svc-commerce': open('svc-commerce', config.COMMERCE_URL),
    'svc-licensing': open('svc-licensing', config.LICENSING_URL),
    'svc-support': open('svc-support', config.SUPPORT_URL),
  };
  const all = Object.values(balancers).flatMap(({ instances }) => instances);
  // Where there is no choice, nothing depends on a probe.
  const chosen = Object.values(balancers).flatMap(({ instances }) => (instances.length > 1 ? instances : []));
  const stopProbes = probeInstances(chosen, ({ address, health }: Instance) =>
    log.info(
      { address, health },
      health === 'ready' ? 'instance takes calls' : 'instance gets no more calls',
    ),
  );
  const activeCalls = () => {
    let calls = 0;
    for (const { active } of all) calls += active;
    return calls;
  };
  const replyTimes = new ReplyTimes();
  return {
    balancerOf: (service) => balancers[service],
    states: () =>
      Object.entries(balancers).flatMap(([service, { instances }]) =>
        instances.map((instance) => ({
          service: service as Upstream,
          address: instance.address,
          usable: isUsable(instance),
        })),
      ),
    activeCalls,
    recordReply: (ms) => replyTimes.record(ms, activeCalls() >= MANY_CALLS),
    isSlow: (leastMs) => replyTimes.isSlow(leastMs),
    close: async () => {
      stopProbes();
      await Promise.all(
        all.flatMap(({ lanes }) => [lanes.first, lanes.others]).map(({ pool }) => pool.destroy()),
      );
    },
  };
}
