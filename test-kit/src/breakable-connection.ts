import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface BreakableConnection {
  /** The same address through the proxy, for example `mongodb://127.0.0.1:40123/?directConnection=true`. */
  uri: string;
  /** Cuts every connection, including new ones, until `mend`. */
  cut: () => void;
  /**
   * Simulates half-open connections until `mend`: accepts connections and bytes, but passes nothing on in either
   * direction.
   */
  freeze: () => void;
  /** Delays everything in each direction by this many ms, until `mend`. */
  slow: (delayMs: number) => void;
  mend: () => void;
  close: () => Promise<void>;
}

interface Condition {
  isCut: boolean;
  isFrozen: boolean;
  delayMs: number;
}

/** A TCP proxy in front of a server with one host, so that a test can disconnect that server from a service. */
export async function openBreakableConnection(uri: string): Promise<BreakableConnection> {
  const target = new URL(uri);
  const condition: Condition = { isCut: false, isFrozen: false, delayMs: 0 };
  const directions = new Set<Direction>();
  const join = (from: Socket, to: Socket) => {
    const direction = new Direction(from, to, condition);
    directions.add(direction);
    from.once('close', () => directions.delete(direction));
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    if (condition.isCut) return near.destroy();
    const far = connect({
      port: Number(target.port),
      host: target.hostname,
      allowHalfOpen: true,
      noDelay: true,
    });
    join(near, far);
    join(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(uri);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const dropAll = () => directions.forEach((direction) => direction.drop());
  return {
    uri: address.href,
    cut: () => {
      condition.isCut = true;
      dropAll();
    },
    freeze: () => {
      condition.isFrozen = true;
    },
    slow: (delayMs) => {
      condition.delayMs = delayMs;
    },
    mend: () => {
      Object.assign(condition, { isCut: false, isFrozen: false, delayMs: 0 });
      directions.forEach((direction) => direction.release());
    },
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Above this limit the sender waits, as on a congested network. */
const MAX_WAITING_BYTES = 4 * 2 ** 20;

class Direction {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #condition: Condition;
  /** Delayed chunks with their due times. The end of the stream is a separate chunk. */
  readonly #waiting: { releaseAt: number; chunk: Buffer | 'end' }[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, condition: Condition) {
    this.#from = from;
    this.#to = to;
    this.#condition = condition;
    from.on('data', (chunk: Buffer) => this.#take(chunk));
    from.on('end', () => this.#take('end'));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      // Data sent before an orderly end is still in transit.
      if (this.#waiting.length === 0 && !to.writableEnded) to.destroy();
    });
    to.on('drain', () => this.#passOn());
    to.on('close', () => clearTimeout(this.#timer));
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#from.destroy();
    this.#to.destroy();
  }

  release(): void {
    for (const each of this.#waiting) each.releaseAt = 0;
    this.#passOn();
  }

  #take(chunk: Buffer | 'end'): void {
    this.#waiting.push({ releaseAt: performance.now() + this.#condition.delayMs, chunk });
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#from.pause();
    this.#passOn();
  }

  #passOn(): void {
    clearTimeout(this.#timer);
    while (!this.#condition.isFrozen && !this.#to.destroyed && !this.#to.writableNeedDrain) {
      const [next] = this.#waiting;
      if (!next) break;
      const waitMs = next.releaseAt - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#passOn(), Math.ceil(waitMs));
        break;
      }
      this.#waiting.shift();
      this.#waitingBytes -= next.chunk.length;
      if (next.chunk === 'end') this.#to.end();
      else this.#to.write(next.chunk);
    }
    if (this.#waitingBytes <= MAX_WAITING_BYTES && this.#from.isPaused()) this.#from.resume();
  }
}
