import type { ServiceName } from '@leadping/contracts/services';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { lookup as lookUp } from 'node:dns/promises';
import type { GatewayConfig } from '../config.ts';
import { Balancer } from './balancer.ts';
import { findAddresses, type Lookup } from './find-addresses.ts';
import { isUsable, type Instance } from './instance.ts';
import { probeInstances } from './probe.ts';

export type Upstream = Exclude<ServiceName, 'gateway'>;

export interface Upstreams {
  balancerOf: (service: Upstream) => Balancer;
  /** Every instance and whether it gets calls now. */
  states: () => { service: Upstream; address: string; usable: boolean }[];
  /** Number of active calls to all instances. */
  activeCalls: () => number;
  /** Aborts active calls. Call it when no client waits for a reply. */
  close: () => Promise<void>;
}

/**
 * Interval of DNS lookups. Cluster DNS may cache an address for another 30 s, so a process that ends serves for
 * longer than both.
 */
const LOOKUP_MS = 5000;

/** Opens the services, each with one or several instances. */
export function openUpstreams(
  config: GatewayConfig,
  log: Log,
  lookup: Lookup = (host) => lookUp(host, { all: true, order: 'ipv4first' }),
): Upstreams {
  const urls: Record<Upstream, readonly string[]> = {
    'svc-identity': config.IDENTITY_URL,
    'svc-commerce': config.COMMERCE_URL,
    'svc-licensing': config.LICENSING_URL,
    'svc-support': config.SUPPORT_URL,
  };
  const balancers = new Map(
    Object.entries(urls).map(([service, addresses]) => [
      service as Upstream,
      new Balancer(addresses, ({ address }) =>
        log.warn({ service, address }, 'instance ejected: its calls fail'),
      ),
    ]),
  );
  const all = [...balancers.values()];
  const stopLookups = followNames(balancers, { urls, lookup, log });
  // A single instance is always used, so it needs no probe.
  const chosen = () => all.flatMap(({ instances }) => (instances.length > 1 ? instances : []));
  const stopProbes = probeInstances(chosen, ({ address, health }: Instance) =>
    log.info(
      { address, health },
      health === 'ready' ? 'instance takes calls' : 'instance gets no more calls',
    ),
  );
  const activeCalls = () => {
    let calls = 0;
    for (const { instances } of all) for (const { active } of instances) calls += active;
    return calls;
  };
  return {
    balancerOf: (service) => balancers.get(service) as Balancer,
    states: () =>
      [...balancers].flatMap(([service, { instances }]) =>
        instances.map((instance) => ({
          service,
          address: instance.address,
          usable: isUsable(instance),
        })),
      ),
    activeCalls,
    close: async () => {
      stopLookups();
      stopProbes();
      await Promise.all(all.map((balancer) => balancer.close()));
    },
  };
}

/**
 * Looks up the services' names periodically, because instances come and go. After a failed lookup the last addresses
 * stay.
 * @returns a function that stops the lookups.
 */
function followNames(
  balancers: ReadonlyMap<Upstream, Balancer>,
  { urls, lookup, log }: { urls: Record<Upstream, readonly string[]>; lookup: Lookup; log: Log },
): () => void {
  const failing = new Set<Upstream>();
  let isClosed = false;
  const follow = async ([service, balancer]: [Upstream, Balancer]) => {
    try {
      const addresses = await findAddresses(urls[service], lookup);
      if (isClosed) return;
      const before = balancer.instances.map(({ address }) => address);
      balancer.moveTo(addresses);
      if (before.join() !== addresses.join())
        log.info({ service, addresses }, 'instances of a service changed');
      failing.delete(service);
    } catch (err) {
      if (!failing.has(service))
        log.warn({ err, service }, 'service name lookup failed, keeping the last addresses');
      failing.add(service);
    }
  };
  let isLooking = false;
  // Sequential, because a hanging lookup blocks one of the four threads that compress pages and read files.
  const followAll = async () => {
    if (isLooking) return;
    isLooking = true;
    for (const each of balancers) await follow(each);
    isLooking = false;
  };
  void followAll();
  const timer = setInterval(() => void followAll(), LOOKUP_MS);
  timer.unref();
  return () => {
    isClosed = true;
    clearInterval(timer);
  };
}
