import { DEFAULT_TIMEOUT_SECONDS } from '@leadping/contracts/route';
import { Pool } from './undici.ts';

const CONNECTIONS = 64;

/** Connections to an instance and the calls that wait for one. */
export class Lane {
  readonly pool: Pool;
  readonly maxWaiting: number;
  /** Number of calls that wait for a connection. */
  waiting = 0;

  constructor(address: string, maxWaiting: number) {
    this.maxWaiting = maxWaiting;
    this.pool = new Pool(address, {
      connections: CONNECTIONS,
      pipelining: 1,
      headersTimeout: DEFAULT_TIMEOUT_SECONDS * 1000,
      bodyTimeout: 15_000,
      connect: { timeout: 2000 },
    });
  }
}
