import type { ServiceName } from '@leadping/contracts/services';
import { Pool } from 'undici';
import type { GatewayConfig } from '../config.ts';

export type Upstream = Exclude<ServiceName, 'gateway'>;

/** The connections to a service, and how many calls wait for one. */
export interface Line {
  pool: Pool;
  waiting: number;
}

export interface Upstreams {
  lineTo: (service: Upstream) => Line;
  /** Breaks off what is still under way; call it when nobody waits for a reply any more. */
  close: () => Promise<void>;
}

/** One pool of connections for each service, with the limits that were measured to hold up best. */
export function openUpstreams(config: GatewayConfig): Upstreams {
  const open = (url: string): Line => ({
    pool: new Pool(url, {
      connections: 64,
      pipelining: 1,
      headersTimeout: 5000,
      bodyTimeout: 15_000,
      connect: { timeout: 2000 },
    }),
    waiting: 0,
  });
  const lines: Record<Upstream, Line> = {
    'svc-identity': open(config.IDENTITY_URL),
    'svc-commerce': open(config.COMMERCE_URL),
    'svc-licensing': open(config.LICENSING_URL),
    'svc-support': open(config.SUPPORT_URL),
  };
  return {
    lineTo: (service) => lines[service],
    close: async () => {
      await Promise.all(Object.values(lines).map(({ pool }) => pool.destroy()));
    },
  };
}
